/* reading.h - coordinates that are read off two frames: those that joints tell (angle, travel), and the angles of bodies.
 *
 * A marker may stand for one; a row of its joint then acts on the bodies of both frames.  Readings in rad are counted on over
 * full turns: between planar bodies by the angles of these, else from accepted state to accepted state, by the mean of the rates at
 * both. */
#ifndef READING_H
#define READING_H
#include "terms.h"

/* item, coordinate and data as in struct reading; dt: see joint_use. */
void reading_make(struct reading *r, const struct item *item, const struct joint_coordinate *c, const void *data,
                  const struct side side[2], double dt);

/* The angle of a body that a marker stands for (also in reading_angles). */
struct reading *reading_of_body(struct arena *a, const struct assembly *as, const struct marker *m);

/* Tait-Bryan angles of marker 1 relative to marker 0, A_0' A_1 = Rx(x) Ry(y) Rz(z): three coordinates. */
extern const struct joint_coordinate reading_angles[];

/* Value, rate and row at the state, into T->glimpse[which]; NULL, or the sentence of the joint. */
const char *reading_look(const struct reading *r, struct terms *T, const struct state *x, int which);

/* Second derivative of the value looked at last at `which`, at zero accelerations of the bodies. */
const char *reading_bias(const struct reading *r, struct terms *T, const struct state *x, int which, double *c);

/* K (columns x columns of its frames) = d(row' lambda) per motion of the frames, of the row looked at last at `which`. */
const char *reading_curvature(const struct reading *r, const struct terms *T, const struct state *x, int which, double lambda,
                              double *K);

/* Counting begins at this state: with the turns that planar bodies have, and where a joint holds or drives a reading with those
   that bring it nearest. */
int readings_start(struct terms *T, struct state *x, struct fault *f);

/* The longest step that is sure to be counted right, for methods that choose theirs (s): in which nothing turns by 4 rad. */
double readings_longest(const struct terms *T, const struct state *x);

/* Goes on from this state, reached by a step h (s). */
void readings_settle(struct terms *T, const struct state *x, double h);

int reading_fault(const struct reading *r, const char *why, struct fault *f);

#endif
