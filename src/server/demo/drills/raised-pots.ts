import { type DemoDrill, decision } from './demo-drill.ts';

/**
 * The drills of a deck that belongs to no product. The `place` of a drill is the title of the PDF that teaches its
 * subject, and the number of an option is its weight, from 0 to 100.
 */
export const raisedPots: readonly DemoDrill[] = [
  decision({
    leak: 'three-bet-defence',
    place: 'Three-Bet Pots',
    hero: 'CO',
    cards: 'AsJh',
    streets: 'preflop f f r2.5 f f r11',
    options: [
      ['Call', 40, 'You are in position, but often dominated.'],
      ['Raise to 25', 40, 'As a bluff now and then, because you hold an ace. As a habit it costs money.'],
      ['Fold', 85, 'Ace-jack offsuit is behind the hands with which the big blind re-raises.'],
    ],
    reason:
      'You pay 8.5 for a pot of 22.5, but a pair of aces or jacks is often second best: ace-queen, ace-king and higher pairs make up most of the range that re-raises at small stakes.',
  }),
  decision({
    leak: 'three-bet-defence',
    place: 'Three-Bet Pots',
    hero: 'BTN',
    cards: '9h9c',
    streets: 'preflop f f f r2.5 r11 f',
    options: [
      ['Fold', 15, 'Too tight: nines are ahead of the bluffs.'],
      ['Call', 90, 'You are in position, with a hand that is often best on low flops.'],
      ['Go all-in', 25, 'Worse hands fold, and better hands call.'],
    ],
    reason:
      'The small blind raises many hands against the button. Nines in position are among the best calls: they are ahead of bluffs and can flop a set against the rest.',
  }),
  decision({
    leak: 'three-bet-too-little',
    place: 'Three-Bet Pots',
    hero: 'BB',
    cards: 'ThTc',
    streets: 'preflop f f f r2.5 f',
    options: [
      ['Call', 45, 'The button sees the flop with hands that should pay more or fold.'],
      ['Raise to 11', 90, 'You are ahead of the opening range and of many hands that call.'],
      ['Fold', 0, 'Tens are far ahead of the button.'],
    ],
    reason:
      'Against a button that opens almost half of its hands, raise tens for value. With a larger pot before the flop, you also have easier decisions out of position after it.',
  }),
  decision({
    leak: 'three-bet-too-little',
    place: 'Three-Bet Pots',
    hero: 'BTN',
    cards: 'AcQc',
    streets: 'preflop f f r2.5',
    options: [
      ['Raise to 8', 90, 'For value, in position, against a wide opening range.'],
      ['Call', 55, 'Fine, but it lets the blinds in.'],
      ['Fold', 0, 'Far too strong.'],
    ],
    reason:
      'The cutoff opens more than a quarter of its hands. Ace-queen suited is ahead of that, and in position it plays well when it is called.',
  }),
  decision({
    leak: 'four-bet-pots',
    place: 'Three-Bet Pots',
    hero: 'BTN',
    cards: 'QdQh',
    streets: 'preflop f f f r2.5 f r11 r25 r100',
    prompt: 'You raised to 25, and the big blind went all-in. What do you do?',
    options: [
      ['Call', 85, 'Queens have enough equity against the whole all-in range.'],
      ['Fold', 40, 'Right only against a player who always has aces or kings here.'],
    ],
    reason:
      'You call 75 for a pot of 200.5: 37 percent is enough. Queens have about 40 percent against aces, kings, queens and ace-king, and more if jacks or bluffs are in the range.',
  }),
  decision({
    leak: 'squeeze',
    place: 'Three-Bet Pots',
    hero: 'BB',
    cards: 'AdKh',
    streets: 'preflop f f r2.5 c f',
    options: [
      [
        'Call',
        35,
        'You play out of position against two opponents, with a hand that plays best against one.',
      ],
      ['Raise to 8', 50, 'Too small: both get a good price.'],
      ['Raise to 13', 95, 'The caller is seldom strong, and the raiser still has the caller to fear.'],
    ],
    reason:
      'The raise, the call and the blinds make a pot of six and a half big blinds, and the caller would have re-raised with most very strong hands. Out of position, raise to about five times the first raise.',
  }),
  decision({
    leak: 'turn-barrel',
    place: 'Turn Barrels by Board Class',
    hero: 'CO',
    cards: 'AcKd',
    streets: 'preflop f f r2.5 f f c\nflop Qs7h2d x b1.8 c\nturn 7c x',
    options: [
      ['Bet three quarters of the pot', 30, 'The sevens now have trips, and queens call again.'],
      ['Check', 85, 'You see a free card, and ace-king can still win a showdown.'],
      ['Go all-in', 0, 'Every queen and every seven calls.'],
    ],
    reason:
      'The paired seven helps the caller more than you. Most hands that called on the flop call again. Ace-king has some showdown value and up to six outs, so take the free card.',
  }),
  decision({
    leak: 'turn-barrel',
    place: 'Turn Barrels by Board Class',
    hero: 'BTN',
    cards: 'JsTs',
    streets: 'preflop f f f r2.5 f c\nflop Qd7s2h x b1.8 c\nturn As x',
    options: [
      ['Check', 40, 'You see a free card, but pairs that would fold to a bet stay in.'],
      ['Bet two thirds of the pot', 90, 'Pairs fold often, and you have twelve outs when they do not.'],
      ['Bet a tenth of the pot', 10, 'Nothing folds.'],
    ],
    reason:
      'The ace is no better for you than for the caller, who kept ace-high on the flop. What makes the bet good is your draw. Pairs of sevens and weak queens often fold, and when you are called, nine spades and the three other kings give you twelve outs.',
  }),
  decision({
    leak: 'turn-give-up',
    place: 'Turn Barrels by Board Class',
    hero: 'CO',
    cards: 'KhTh',
    streets: 'preflop f f r2.5 f f c\nflop 9h6c2h x b1.8 c\nturn Ks x',
    options: [
      ['Bet two thirds of the pot', 90, 'Top pair with a flush draw wants a larger pot.'],
      ['Check', 35, 'You miss value and let draws come for free.'],
    ],
    reason:
      'The king is the best card for your range: you have more of them than the big blind. Nines and draws call, and if you are raised, you still have nine hearts for a flush.',
  }),
];
