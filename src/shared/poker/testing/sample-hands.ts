/** Invented hands in the notation of `buildHand`. */

export const riverRaise = `
  nlhe cash USD 0.25/0.5, 6-max, button 4
  1 UTG 50
  2 HJ 43.5
  3 CO 56
  4 BTN 50 As5s hero
  5 SB 50
  6 BB 50 KdQc
  preflop f*3 r1.25 f c
  flop Ks8s3d x b0.9 c
  turn Th x x
  river 2s b3 r11 c
  rake 1.25
`;

/** Three players all-in, two pots, two runs, and a cash-out. */
export const runTwice = `
  nlhe cash EUR 1/2, 6-max, button 1, ante 0.5
  1 BTN 40 AhKh hero
  2 SB 20 QsQd
  3 BB 10 7c2d
  5 out 200
  preflop ai c c
  flop Qh8h3c
  turn 2h/Qc
  river 9d/9h
  cashout BTN 22.5 fee 0.25
`;

export const walk = `
  nlhe tournament chips 200/400, 9-max, button 1, bb-ante 400, level 9
  1 BTN 12000
  2 SB 8000
  3 BB 20000 7c2d hero
  preflop f f
`;

/** The big blind takes its whole bet back, because no seat posted the small blind. */
export const walkWithoutSmallBlind = `
  nlhe cash USD 1/2, 6-max, button 6, no small blind
  2 BB 200
  4 HJ 200
  5 CO 200
  6 BTN 200 7h2d hero
  preflop f f f
`;
