import { choice, type DemoDrill, decision, odds, opening } from './demo-drill.ts';

/** The drills of the PDF “Opening Ranges on One Page”. `place: 4` means coaching plan 4. */
export const openingDrills: readonly DemoDrill[] = [
  opening({
    leak: 'open-too-wide',
    seat: 'UTG',
    hand: 'KTo',
    reason:
      'Five players act after you. King-ten offsuit is dominated by many of the hands that call or raise, and when it makes a pair, it tends to win small pots and lose large ones.',
  }),
  opening({
    leak: 'open-too-wide',
    seat: 'CO',
    hand: 'Q8o',
    reason:
      'Three players are left. Queen-eight offsuit flops weak pairs and few draws. Only the button opens it, and only half of the time.',
  }),
  opening({
    leak: 'open-too-tight',
    seat: 'BTN',
    hand: 'K9o',
    reason:
      'Only the blinds are left, and you act last on each street. King-nine offsuit wins the blinds often enough, and it plays well when a blind calls with many hands.',
  }),
  opening({
    leak: 'open-too-tight',
    seat: 'CO',
    hand: 'A5s',
    reason:
      'A suited ace can make the best flush, and with an ace in your hand your opponents hold strong aces less often. From the cutoff, raise all suited aces.',
  }),
  opening({
    leak: 'limp',
    seat: 'HJ',
    hand: '66',
    canLimp: true,
    reason:
      'A pair of sixes is a raise from here. A limp lets the blinds in cheaply, gives away that your hand is not strong, and cannot win the blinds at once.',
  }),
  opening({
    leak: 'small-blind-play',
    seat: 'SB',
    hand: 'J4o',
    reason:
      'You would play every street out of position against the big blind. The half blind that is already in does not make jack-four offsuit worth a raise.',
  }),
  decision({
    leak: 'small-blind-play',
    place: 4,
    hero: 'SB',
    cards: 'AdJh',
    streets: 'preflop f f f r2.5',
    options: [
      ['Fold', 20, 'Ace-jack is ahead of most hands of a wide button.'],
      ['Call', 35, 'Playable, but out of position, and the big blind can squeeze.'],
      ['Raise to 10', 85, 'It takes the initiative, and the big blind seldom stays in.'],
    ],
    reason:
      'In the small blind you raise or fold. If you call, you play out of position, without the initiative, and perhaps against two players. Against a button that opens almost half of its hands, ace-jack is a raise.',
  }),
];

/** The drills of the coaching plan “First Hundred Hours”. */
export const foundationDrills: readonly DemoDrill[] = [
  odds({
    leak: 'big-blind-defence',
    place: 4,
    prompt:
      'The button raises to 2.5 big blinds, and the small blind folds. You call from the big blind. What share of the pot, in percent, must you win on average to break even?',
    answer: 27,
    reason: 'You call 1.5 for a pot of 5.5 after your call: 1.5 of 5.5 is 27.3 percent.',
  }),
  decision({
    leak: 'big-blind-defence',
    place: 4,
    hero: 'BB',
    cards: '9s7s',
    streets: 'preflop f f f r2.5 f',
    options: [
      ['Fold', 10, 'The call needs 27 percent, and the hand has about 40 against a wide button.'],
      ['Raise to 11', 45, 'Now and then, as a bluff.'],
      ['Call', 90, 'The price is good, and the hand plays well after the flop.'],
    ],
    reason:
      'You pay 1.5 to win 4. The button opens almost half of its hands, and suited hands that can make straights turn most of their equity into money.',
  }),
  choice({
    leak: 'bankroll-and-tilt',
    place: 'Bankroll Rules That Survive a Bad Month',
    prompt: 'You have lost three buy-ins in an hour, and the table is still good. What do you do?',
    options: [
      ['Play on: the table is good', 10, 'It is good for somebody who plays their best.'],
      ['Stop for today', 95, 'A stop rule helps only if you always keep it.'],
      ['Move up to win it back', 0, 'The fastest way to lose the rest.'],
    ],
    reason:
      'You set your stop rule before the session, when you were calm. After losing three buy-ins, few players judge their own play well, and there will be good tables tomorrow.',
  }),
  decision({
    leak: 'sizing',
    hero: 'BTN',
    cards: 'AhAc',
    streets: 'preflop f f f r2.5 f c\nflop Jh8h4s x',
    prompt: 'Which size?',
    options: [
      ['A quarter of the pot', 45, 'It keeps weak hands in, but pairs and draws would pay more.'],
      ['Three quarters of the pot', 90, 'Pairs and draws call and pay.'],
      ['Three times the pot', 10, 'Only hands that beat you call.'],
    ],
    reason:
      'On wet boards, one pair wants value now: many turns are bad, and many worse hands call. Small bets fit dry boards better.',
  }),
  decision({
    leak: 'sizing',
    hero: 'CO',
    cards: '8c8d',
    streets: 'preflop f f r2.5 f f c\nflop Kh8s2d x',
    prompt: 'Which size?',
    options: [
      ['A third of the pot', 85, 'Weak pairs and floats call, and you build a pot.'],
      ['The pot', 35, 'Little but a king calls.'],
      ['Check', 45, 'Possible now and then, but it loses a street.'],
    ],
    reason:
      'The board is dry, so there is no draw that has to pay. A small bet keeps the wide range of the big blind in, and two streets are left for larger bets.',
  }),
  decision({
    leak: 'short-stack-and-icm',
    place: 'ICM Basics',
    hero: 'BTN',
    cards: 'Ad8d',
    stack: 10,
    streets: 'preflop f f f',
    options: [
      [
        'Raise to 2',
        50,
        'You are too short to fold to an all-in, so the blinds choose when the money goes in.',
      ],
      ['Limp', 5, 'With only ten big blinds, you let the blinds see a cheap flop.'],
      ['Go all-in', 90, 'The blinds often fold, and ace-eight suited does well enough when called.'],
    ],
    reason:
      'With ten big blinds, it is worth more to make the blinds fold than to see a flop. Ace-eight suited is clearly strong enough to move in from the button.',
  }),
];
