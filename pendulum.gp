# Run gnuplot with this script in its own folder: it draws the curves that are in the .bin beside it,
# pairs of doubles, one curve behind the other (skip: bytes before a curve, record: its number of points).
set encoding utf8
set terminal pngcairo noenhanced rounded size 960,600 font 'Sans,12'
set output './pendulum.png'
set border 3 lw 0.8 lc rgb '#707070'
set tics nomirror out scale 0.5 tc rgb '#000000'
set grid lt 1 lw 0.6 lc rgb '#dcdcdc'
set linetype cycle 8
set linetype 1 lw 1.8 lc rgb '#0072b2'
set linetype 2 lw 1.8 lc rgb '#d55e00'
set linetype 3 lw 1.8 lc rgb '#009e73'
set linetype 4 lw 1.8 lc rgb '#cc79a7'
set linetype 5 lw 1.8 lc rgb '#e69f00'
set linetype 6 lw 1.8 lc rgb '#56b4e9'
set linetype 7 lw 1.8 lc rgb '#000000'
set linetype 8 lw 1.8 lc rgb '#8c8c8c'

set title 'Path of the bob'
set xlabel 'bob.position.x [m]'
set format x '%.10h'
set ylabel 'bob.position.y [m]'
set format y '%.10h'
set autoscale fix
set offsets graph 0.04, graph 0.04, graph 0.04, graph 0.04
set size ratio -1
set key off
plot './pendulum.bin' binary skip=0 record=1001 endian=little format='%2double' using 1:2 with lines lt 1 dt 1 title 'bob.position.y'
