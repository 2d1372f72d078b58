import type { AcademyHand } from './academy-hand.ts';

export const tournamentHands: readonly AcademyHand[] = [
  {
    id: 'bubble-ante',
    title: 'Bubble with a big-blind ante',
    lesson:
      'With the ante there are two and a half big blinds to win before a card is played. On the bubble the blinds can call with only a few hands, because a stack of two blinds will be out before them. With eleven blinds on the button you move in: nobody calls, and you are almost a quarter richer.',
    decision: 1,
    notation: `
      nlhe tournament chips 1000/2000, 6-max, button 4, bb-ante 2000, level 14
      1 UTG 4000
      2 HJ 36000
      3 CO 52000
      4 BTN 22000 Kd9d hero
      5 SB 18000
      6 BB 31000
      preflop f f f ai f f
    `,
  },
  {
    id: 'short-stack',
    title: 'Short stack, 11 blinds, two callers',
    lesson:
      'With 11 blinds a raise commits you, so move in and see all five cards. Two callers are good news: you risk 11 blinds to have almost 35, and in the side pot the two make each other fold hands that could beat you. Before the flop your nines win more often than either of them.',
    decision: 1,
    notation: `
      nlhe tournament chips 500/1000, 9-max, button 5, bb-ante 1000, level 9
      1 UTG 24000
      2 LJ 41000
      3 HJ 11000 9h9d hero
      4 CO 38000 AsJs
      5 BTN 19500
      6 SB 27000
      7 BB 45000 6c6d
      preflop f f ai c f f c
      flop Kc8d4h x b9000 f
      turn 5s
      river 2c
    `,
  },
];
