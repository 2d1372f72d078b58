import { type DemoDrill, decision, odds } from './demo-drill.ts';

/**
 * The drills of the session “Small-Stakes Cash Review”. `place` names a PDF that also teaches the subject of a drill.
 * An option consists of its label, its weight from 0 to 100, and the reason for the weight.
 */
export const afterTheFlop: readonly DemoDrill[] = [
  decision({
    leak: 'river-call',
    place: 'River Decisions',
    hero: 'BTN',
    cards: 'KcQd',
    streets: 'preflop f f f r2.5 f c\nflop Ks8s3d x b1.8 c\nturn Qh x b5.5 c\nriver 2s b16',
    options: [
      ['Call', 35, 'It beats only bluffs, and few hands bluff here.'],
      ['Raise', 0, 'No worse hand calls, and no better hand folds.'],
      ['Fold', 90, 'Most hands that lead for this much have a flush.'],
    ],
    reason:
      'A player who calls twice and leads for most of the pot when the third spade comes usually has the flush. You pay 16 to win 36, so you must be good 31 percent of the time. You hold no spade, so your hand rules out no flush.',
  }),
  odds({
    leak: 'river-call',
    place: 'River Decisions',
    prompt: 'The pot is 30, and your opponent bets 15. How often, in percent, must a call win to break even?',
    answer: 25,
    reason:
      'You pay 15 for a pot of 60 after your call: 15 of 60 is 25 percent. Calling a bet of half the pot always requires 25 percent.',
  }),
  decision({
    leak: 'thin-value',
    place: 'River Decisions',
    hero: 'BTN',
    cards: 'AdJd',
    streets: 'preflop f f f r2.5 f c\nflop Jc7h3s x b1.8 c\nturn 6d x b6 c\nriver 2h x',
    options: [
      ['Check', 30, 'You usually win the pot, but no more than that.'],
      ['Bet a third of the pot', 85, 'Worse jacks, sevens and pocket pairs call.'],
      ['Go all-in', 0, 'Only better hands call.'],
    ],
    reason:
      'Few draws came in, and a hand that called twice is often one pair. King-jack, queen-jack and jack-ten call a small bet. Two pair and sets are fewer, and they would often have raised before the river.',
  }),
  decision({
    leak: 'thin-value',
    place: 'River Decisions',
    hero: 'BB',
    cards: 'QhTh',
    streets: 'preflop f f f r2.5 f c\nflop Qs8d4c x x\nturn 3h b3.5 c\nriver 3c',
    options: [
      ['Bet half the pot', 90, 'Worse queens, eights and pocket pairs call.'],
      ['Check', 35, 'The button checks behind with most worse pairs.'],
      ['Bet twice the pot', 10, 'The hands that you beat fold.'],
    ],
    reason:
      'The button checked the flop, so strong queens are rare. The paired three changes little: far more hands hold an eight than a three. If you check, worse pairs check behind; if you bet, they call.',
  }),
  decision({
    leak: 'continuation-bet',
    hero: 'CO',
    cards: 'AsKc',
    streets: 'preflop f f r2.5 f f c\nflop Ah7d2c x',
    options: [
      ['Check', 40, 'It hides your hand, but misses a street of value.'],
      ['Bet a third of the pot', 95, 'Your range is ahead, and many worse hands call.'],
      ['Bet the pot', 35, 'Most hands that you beat fold.'],
    ],
    reason:
      'Dry boards with an ace help the raiser. A small bet with the whole range works, because the big blind has to fold often and calls with worse pairs.',
  }),
  decision({
    leak: 'continuation-bet',
    hero: 'CO',
    cards: 'AdKs',
    streets: 'preflop f f r2.5 f f c\nflop 9h8h7c x',
    options: [
      ['Bet two thirds of the pot', 15, 'Nearly every hand that hit the flop calls or raises.'],
      ['Bet a third of the pot', 35, 'Few hands fold, and you have to fold to a raise.'],
      ['Check', 90, 'The board helps the caller, and you see the turn for free with six outs.'],
    ],
    reason:
      'Here the big blind has more straights, two pair and draws, and you have only two overcards. If you bet out of habit, you build a pot for a better hand.',
  }),
  decision({
    leak: 'check-back-too-much',
    hero: 'BTN',
    cards: 'KdTd',
    streets: 'preflop f f f r2.5 f c\nflop Kh9c4s x b1.8 c\nturn 5d x',
    options: [
      ['Bet two thirds of the pot', 85, 'Nines, worse kings and draws pay.'],
      ['Check', 40, 'Safe, but straight draws get a free card.'],
      ['Go all-in', 0, 'Nearly all worse hands fold.'],
    ],
    reason:
      'Top pair in position is worth at least two value bets. If you check “to control the pot”, you give up the street on which draws and worse pairs still call.',
  }),
  decision({
    leak: 'multiway',
    hero: 'CO',
    cards: 'AhQs',
    streets: 'preflop f f r2.5 c c c\nflop Js8s5d x x',
    options: [
      ['Check', 90, 'One of three opponents usually has a pair or a draw.'],
      ['Bet half the pot', 25, 'At least one of the three usually calls.'],
      ['Bet the pot', 0, 'You risk twice as much, and still one of them usually calls.'],
    ],
    reason:
      'A bluff against three players needs all of them to fold. If each folds 60 percent of the time, all three do so 22 percent of the time. So check.',
  }),
  decision({
    leak: 'multiway',
    hero: 'BTN',
    cards: 'AcKc',
    streets: 'preflop f c c r5 f f c c\nflop Kd9s8s x x',
    options: [
      ['Check', 20, 'Draws see the turn for free.'],
      ['Bet a third of the pot', 50, 'It gives flush and straight draws a good price.'],
      ['Bet two thirds of the pot', 90, 'Worse kings and draws call at a bad price.'],
    ],
    reason:
      'On a wet board, make draws pay. Top pair with top kicker is well ahead of the hands that call, and many turn cards are bad for it.',
  }),
  decision({
    leak: 'river-bluff',
    place: 'River Decisions',
    hero: 'BTN',
    cards: 'JcTc',
    streets: 'preflop f f f r2.5 f c\nflop Ks8s3d x b1.8 c\nturn Qh x b5.5 c\nriver 4d x',
    options: [
      ['Check', 20, 'Jack-high seldom wins at showdown.'],
      ['Bet three quarters of the pot', 80, 'A missed straight draw without a spade is the bluff to choose.'],
      ['Bet a fifth of the pot', 15, 'Every pair calls that price.'],
    ],
    reason:
      'You have bet every street as you would with a strong king or better. Your hand rarely wins if you check. You hold no spade, so your opponent can still have the missed flush draws, and those fold.',
  }),
  decision({
    leak: 'draws',
    place: 'Pot Odds Without a Calculator',
    hero: 'BB',
    cards: 'Ts9s',
    streets: 'preflop f f f r2.5 f c\nflop Qd8c3h x b1.8 c\nturn 2d x b6',
    options: [
      ['Fold', 95, 'You have four outs, the jacks. That is 9 percent, and you need 28.'],
      ['Call', 15, 'Each jack would have to win 48 more on the river.'],
      [
        'Raise to 18',
        25,
        'A player who bets the turn after a call on the flop seldom folds, and you have four outs.',
      ],
    ],
    reason:
      'A call of 6 for a pot of 21.1 needs 28 percent. Of 46 cards, four help and 42 do not, or 10.5 for each that does. To break even, a jack would have to win 63, and the pot holds only 15. On the flop the price was 20 percent, and with more cards to come the call was fine.',
  }),
];
