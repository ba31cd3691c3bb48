# Open, division A
Ruiz 2nd, Ana           1720  2 3  4; 412 388 410;   p12 1 2 1; board 1 1 2 ; off 0
Núñez, Begoña           1655  1 4  0; 398 401 50;   p12 2 1 0;board 1 2 1
Chew, John               901  4 1  6;370 365 333;p12 1 1 2 ; board 2 1 3

Śliwa, Żaneta              0  3 2  1;  380 399 371; p12 2 2 2; board 2 2 2   # late in round 2
Gray IV               1500    6 6  0; 350 350 -50  ; p12 1 2 0; board 3 3 1; team X
O'Neil, Pat             1490  5 5  3; 350 351 441; p12 2 1 1; board 3 3 3
Leal, Rut               1400  0 0  0; 50 -50; p12 0 0
