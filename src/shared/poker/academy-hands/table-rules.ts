import type { AcademyHand } from './academy-hand.ts';

/** Hands that teach the rules of the table. */
export const tableRuleHands: readonly AcademyHand[] = [
  {
    id: 'two-side-pots',
    title: 'Three stacks, two side pots',
    lesson:
      'Each all-in makes a pot of its own, and you can win only the pots that you paid into. Your queens beat everybody for the main pot and the first side pot, and the last side pot was never yours to win. The button could only call the last all-in: 35 more is less than the raise of 37 before it.',
    decision: 1,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 18 AdTd
      2 HJ 100
      3 CO 55 QsQh hero
      4 BTN 150 AcKc
      5 SB 90 KsKh
      6 BB 100
      preflop ai f r55 c ai f c
      flop Qd8s4h
      turn 2c
      river 7d
    `,
  },
  {
    id: 'short-raise',
    title: 'The raise that was too small',
    lesson:
      'The all-in to 4.5 raises your 3 by 1.5, but a full raise is 2. Because you have acted already, the betting is not reopened to you: you may call or fold, and your aces must wait for the flop. Had the all-in been to 5, a full raise, you could have raised again.',
    decision: 2,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100 AsAh hero
      2 HJ 100
      3 CO 4.5 TdTc
      4 BTN 100 8h7h
      5 SB 100
      6 BB 100
      preflop r3 f ai c f f c
      flop 9h6c2d b10 c
      turn Kc b25 f
      river 3s
    `,
  },
  {
    id: 'run-twice',
    title: 'Same cards, run twice',
    lesson:
      'Running it twice does not change your EV: the same two hands play for half of the pot on each board. On this flop the draw is a small favorite over your aces, and each hand wins one run. What shrinks is the swing, never the price of the call.',
    decision: 3,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100
      2 HJ 100
      3 CO 100 AsAd hero
      4 BTN 100 QhJh
      5 SB 100
      6 BB 100
      preflop f f r2.5 c f f
      flop Th9h3c b4 r14 ai c
      turn 2s/8h
      river 4d/Kc
      rake 3
    `,
  },
  {
    id: 'walk',
    title: 'A walk, and what it is worth',
    lesson:
      'All fold, and you win the small blind: half a big blind. Half of your own blind goes back, because nobody matched it. Small as it is, a walk is the best result that most hands in the big blind ever have. Count what you lose there in a hundred hands before you worry about the big pots.',
    notation: `
      nlhe cash USD 0.25/0.5, 6-max, button 4
      1 UTG 50
      2 HJ 50
      3 CO 61.5
      4 BTN 38
      5 SB 50
      6 BB 50 8c3d hero
      preflop f f f f f
    `,
  },
  {
    id: 'live-straddle',
    title: 'Live straddle, 250 bb deep',
    lesson:
      'With the straddle you are not 250 big blinds deep but 125 straddles, and every raise before the flop counts from the straddle. With this much behind, hands that make straights and flushes earn their price: the raise on the flop wins at once or builds a pot that the straight takes on the turn.',
    decision: 2,
    notation: `
      nlhe cash USD 2/5, 9-max, button 4
      1 UTG 1250 QcJc
      2 HJ 1250
      3 CO 1250 AdAh
      4 BTN 1250 8s7s hero
      5 SB 1250
      6 BB 1250
      posts UTG straddle 10
      preflop f r40 c f f c
      flop 9s6d2s x b80 r260 f c
      turn Th x b450 c
      river 2c x ai c
      rake 10
    `,
  },
  {
    id: 'cash-out',
    title: 'Cashed out, and why the other player still won the pot',
    lesson:
      'Your queens were ahead 57 to 43, and you cashed out: the house paid your equity, less a fee. From then on the cards decide only between the other player and the house. The other player won the pot, and you kept the cash-out. Over a year the fee is what you pay for sleeping well.',
    decision: 2,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100
      2 HJ 100
      3 CO 100 QcQd hero
      4 BTN 100 AhKs
      5 SB 100
      6 BB 100
      preflop f f r2.5 r8 f f ai c
      flop 9d5c2h
      turn Kd
      river 3s
      rake 3
      # 57.165 % of 198.50 are 113.47, of which 1 % is the fee.
      cashout CO 112.34 fee 1.13
    `,
  },
  {
    id: 'heads-up',
    title: 'Heads-up: the button acts first',
    lesson:
      'Heads-up the button posts the small blind and acts first before the flop, but last on every street after it. That is why you play most of your buttons: for one raise before the flop, the other player acts before you on three streets.',
    decision: 1,
    notation: `
      nlhe cash USD 0.5/1, 2-max, button 2
      1 BB 100 Th7h
      2 BTN 100 Jc9h hero
      preflop r2.5 c
      flop Js7d4c x b1.7 c
      turn 2h x b5 c
      river 8c x b12 c
      rake 1
    `,
  },
  {
    id: 'odd-chip',
    title: 'Split pot, odd chip',
    lesson:
      'Both play aces and sevens with the king from the board, and the pot of 2,225 chips does not divide by two. The chip that is left goes to the first winner left of the button: out of position you get at least this back.',
    decision: 7,
    notation: `
      nlhe tournament chips 25/50, 9-max, button 4, level 2
      1 UTG 5000
      2 HJ 5000
      3 CO 5000
      4 BTN 5000 AhQs
      5 SB 5000
      6 BB 5000 AcQd hero
      preflop f f f r125 f c
      flop AdKc7s x b75 c
      turn 7h x b250 c
      river 2d x b650 c
    `,
  },
  {
    id: 'dead-blind',
    title: 'Dead blind, cheap flop',
    lesson:
      'You come back with a big blind that is live and a small blind that is dead. Dead money is gone: it buys no part of a call, and it is no reason to defend. The live blind is as good as any: nobody raised, so you check and see the flop for free.',
    decision: 1,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100
      2 HJ 100
      3 CO 100 7h6h hero
      4 BTN 100
      5 SB 100
      6 BB 100
      posts CO enter 1, CO dead 0.5
      preflop f f x f c x
      flop 8h5c2h x x b2.5 f c
      turn 4s x b6.5 f
      rake 0.4
    `,
  },
];
