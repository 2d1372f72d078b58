import type { AcademyHand } from './academy-hand.ts';

/** Cash game hands that each teach one decision. */
export const decisionHands: readonly AcademyHand[] = [
  {
    id: 'blocker-call',
    title: 'Bluff-catching by blocker',
    lesson:
      'You need 33 percent for this call, and a pair of nines beats only bluffs. What makes it a call is the ace of spades: because you hold it, your opponent cannot have the nut flush, and more of the hands that are left are straight draws that missed. With the ace of hearts in its place, the same pair is a fold.',
    decision: 7,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100
      2 HJ 100
      3 CO 100
      4 BTN 100 QhTh
      5 SB 100
      6 BB 100 As9d hero
      preflop f f f r2.5 f c
      flop 9s6s3h x b2 c
      turn Jd x b6 c
      river 2s x b20 c
      rake 2.5
    `,
  },
  {
    id: 'check-raise',
    title: 'Check-raise into three',
    lesson:
      'With three players behind, somebody bets more often than not, and a set is best when the others have paid first. You check, one bets and two call, and now the raise plays for the 36.5 that are in the pot already. Against the raiser alone you would check as well, because the raiser bets most hands on this board.',
    decision: 3,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100 AhKc
      2 HJ 100
      3 CO 100
      4 BTN 100
      5 SB 100
      6 BB 100 5h5d hero
      preflop r3 f c c f c
      flop Kd8c5s x b8 c c r40 c f f
      turn 2h ai c
      river Jd
      rake 2.5
    `,
  },
  {
    id: 'omaha-wrap',
    title: 'Omaha: the wrap that is not ahead',
    lesson:
      'Twenty cards make your straight, and still you win little more than one time in three: the set pairs the board too often, it holds a jack and a ten that you count on, and you have no flush draw to help. With eleven times the pot behind, such a draw is a hand to call with when the price is right, not one to get all-in with. Add a flush draw, and you may raise.',
    decision: 3,
    notation: `
      plo cash USD 1/2, 6-max, button 4
      1 UTG 200
      2 HJ 200
      3 CO 200 JsTs7h6h hero
      4 BTN 200 9s9dJdTh
      5 SB 200
      6 BB 200
      preflop f f r7 c f f
      flop 9c8d2c b17 r68 ai c
      turn Kd
      river 2h
      rake 5
    `,
  },
  {
    id: 'thin-value',
    title: 'Thin value on a paired river',
    lesson:
      'A seven that pairs on the river looks dangerous. But few of the big blind’s hands hold a seven, and many hold a queen that has checked and called. Bet a third of the pot: worse queens call, and a raise tells you to fold.',
    decision: 4,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100
      2 HJ 100
      3 CO 100
      4 BTN 100 AcQh hero
      5 SB 100
      6 BB 100 QcTc
      preflop f f f r2.5 f c
      flop Qd7s3h x b1.8 c
      turn 9c x b6 c
      river 7d x b7 c
      rake 1.5
    `,
  },
  {
    id: 'empty-barrel',
    title: 'Turn barrel that changes nothing',
    lesson:
      'The deuce changes no hand: a king that called the flop calls again, and a seven may not. Before you bet, name a better hand that folds or a worse one that calls. No king folds, and too few sevens call, so check and see a cheap showdown.',
    decision: 3,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100
      2 HJ 100
      3 CO 100 ThTd hero
      4 BTN 100
      5 SB 100
      6 BB 100 KcJc
      preflop f f r2.5 f f c
      flop Kh7s4c x b2.5 c
      turn 2d x b7.5 c
      river 9h x x
      rake 1.2
    `,
  },
  {
    id: 'three-bet-defence',
    title: 'Three-bet defense out of position',
    lesson:
      'Out of position you call a three-bet with hands that flop well and are ahead of bluffs, and give up the rest. Then do not lead: check to the raiser, call what you can, and let the bluffs come. Your ace is good as long as you do not turn it into a raise that only better hands call.',
    decision: 2,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100
      2 HJ 100
      3 CO 100 AsQs hero
      4 BTN 100 KhQh
      5 SB 100
      6 BB 100
      preflop f f r2.5 r8 f f c
      flop Ad9h4s x b5.5 c
      turn 6c x b14 c
      river 2h x x
      rake 2
    `,
  },
  {
    id: 'stop-loss',
    title: 'Stop after three buy-ins',
    lesson:
      'There is nothing to learn from the cards: kings against aces goes in, today and every day. This was the third buy-in of the evening, and the lesson is the note beside it: "Three buy-ins down, stop, no matter how good the table is. Look at the hands tomorrow." Write your own limit down before you sit down.',
    decision: 3,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100
      2 HJ 100 KsKd hero
      3 CO 100
      4 BTN 128.5 AhAc
      5 SB 100
      6 BB 100
      preflop f r2.5 f r8 f f r24 ai c
      flop Jh8s3c
      turn 6d
      river 2s
      rake 3
    `,
  },
  {
    id: 'landing-demo',
    title: 'River, 72 in the pot: call 41?',
    lesson:
      'The bet is larger than the pot before it, so you need 36 percent. The bluffs are straight draws that missed, such as jack-ten and jack-nine, and you hold a jack: what is left is mostly value. A pair of queens is a fine hand, and a fold.',
    decision: 7,
    notation: `
      nlhe cash USD 0.5/1, 6-max, button 4
      1 UTG 100
      2 HJ 100
      3 CO 100
      4 BTN 100
      5 SB 100
      6 BB 100 QcJc hero
      preflop f f f r2.5 f c
      flop Qh8d4s x b3.6 c
      turn 8c x b9 c
      river 3h x b41 f
      rake 1.5
    `,
  },
];
