/* tableau.h - coefficients of explicit Runge-Kutta methods for y' = f(t, y):
 *
 *     k_i = f(t + c_i h, y + h sum_j a_ij k_j),   y1 = y + h sum_i b_i k_i
 *
 * Sources beside the tables. */
#ifndef TABLEAU_H
#define TABLEAU_H

enum { TABLEAU_MOST = 16 }; /* stages, those of dense output included */

struct tableau {
    const char *name;
    int stages, order;
    double c[TABLEAU_MOST], a[TABLEAU_MOST][TABLEAU_MOST], b[TABLEAU_MOST];
    /* of methods that control their step, else 0: error h sum e_i k_i, the last k (number `stages`) being f(t1, y1) */
    int adaptive;               /* order of the error estimate + 1: the exponent of the control */
    double e[TABLEAU_MOST];
    double e3[TABLEAU_MOST];    /* of dop853: a second estimate, which blends with the first; else 0 */
    /* dense output y(t + s h) = y + h sum_i k_i p_i(s), p_i(s) = sum_l dense[i][l] s^(l + 1); 0: cubic in y */
    int dense_stages, dense_degree;
    const double (*dense)[5];   /* (stages + 1 x 5) of dopri5 */
    const double (*extra)[TABLEAU_MOST]; /* of dop853: (4 x 16), see explicit.c */
};

extern const struct tableau tableau_euler, tableau_midpoint, tableau_rk33, tableau_rk44, tableau_rk67, tableau_ode23, tableau_dopri5, tableau_dop853;

#endif
