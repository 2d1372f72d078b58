import type { LeakId } from '../../../shared/practice/leaks.ts';
import type { WeightedOption } from '../../../shared/practice/option-schemas.ts';

export type DemoDaily = {
  /** A hand of the academy by its id, or one in the notation of `buildHand`. */
  hand: { academy: string } | { title: string; notation: string };
  /** Which of the hero's decisions, counted from 1. */
  decision: number;
  question: string;
  options: readonly WeightedOption[];
  reason: string;
  leak: LeakId;
  /** Number of the session about this leak. */
  session?: number;
};

type Seat = 'UTG' | 'HJ' | 'CO' | 'BTN' | 'SB' | 'BB';
const seats: readonly Seat[] = ['UTG', 'HJ', 'CO', 'BTN', 'SB', 'BB'];

/** A cash hand of six players with 100 big blinds each; a big blind is $1. The first cards are the hero's. */
function cash(title: string, cards: Partial<Record<Seat, string>>, ...streets: string[]) {
  const hero = Object.keys(cards)[0];
  const lines = seats.map((seat, index) => {
    const known = cards[seat] === undefined ? '' : ` ${cards[seat]}`;
    return `${index + 1} ${seat} 100${known}${seat === hero ? ' hero' : ''}`;
  });
  return { title, notation: ['nlhe cash USD 0.5/1, 6-max, button 4', ...lines, ...streets].join('\n') };
}

const option = (label: string, weight: number, why: string): WeightedOption => ({ label, weight, why });

/** In the order in which they are shown. */
export const dailyHands: readonly DemoDaily[] = [
  {
    hand: { academy: 'landing-demo' },
    decision: 7,
    question: 'River, 71.7 in the pot: call 41?',
    options: [
      option(
        'Fold',
        70,
        'The button’s bluffs are missed straight draws, many of them with a jack. You hold a jack, so there are fewer of them.',
      ),
      option('Call', 30, 'You beat bluffs only, and need more than one in three.'),
      option('Raise', 0, 'Nothing worse calls.'),
    ],
    reason:
      'The bet is larger than the pot before it, so a call needs 36 percent. A pair of queens beats no hand that bets this much for value. What is left to catch are missed draws, and you hold one of the cards they need.',
    leak: 'river-call',
    session: 2,
  },
  {
    hand: cash('Ace-five suited, first in', { HJ: 'Ad5d' }, 'preflop f r2.5 f f f f'),
    decision: 1,
    question: 'Ace-five suited in the hijack, first in. What do you do?',
    options: [
      option('Fold', 20, 'The hand makes money from here; folding gives that away.'),
      option('Call', 0, 'A limp wins no blinds and invites everyone behind you.'),
      option(
        'Raise to 2.5',
        100,
        'It flops strong draws, and its ace blocks the hands that raise you again.',
      ),
    ],
    reason:
      'All suited aces open from the hijack. They make the best flush and a straight, and fold without regret when somebody raises again. Ace-five offsuit, with the same ace, is a fold.',
    leak: 'open-too-tight',
  },
  {
    hand: cash(
      'Nine-seven suited in the big blind',
      { BB: '9s7s' },
      'preflop f f f r2.5 f c',
      'flop Kh8s4d x b1.8 f',
    ),
    decision: 1,
    question: 'The button opens to 2.5. You hold nine-seven suited in the big blind.',
    options: [
      option('Fold', 10, 'You pay 1.5 to win 4: the price is too good to fold.'),
      option('Call', 100, 'It needs 27 percent, and plays well after the flop.'),
      option('Raise to 11', 45, 'Fine now and then, as a bluff that still has equity when called.'),
    ],
    reason:
      'You have one big blind in the pot already and close the action. Calling 1.5 for a pot of 5.5 needs 27 percent, and nine-seven suited has well over that against a range as wide as the button’s, even after the cost of being out of position.',
    leak: 'big-blind-defence',
    session: 2,
  },
  {
    hand: { academy: 'check-raise' },
    decision: 3,
    question: 'A set of fives, a bet of 8 and two callers. What do you do?',
    options: [
      option('Call', 25, 'Straight draws get the next card at a fine price.'),
      option('Raise to 40', 100, 'There are 36.5 to win, and kings pay.'),
      option('Fold', 0, 'You hold a set.'),
    ],
    reason:
      'Your check was right: somebody bets more often than not in a pot with four players. Now the others have paid, and a set wants the money in before a four or a nine completes a straight.',
    leak: 'multiway',
  },
  {
    hand: cash('King-ten in the small blind', { SB: 'KdTc' }, 'preflop f f f f r3 f'),
    decision: 1,
    question: 'Everyone folds to you in the small blind. You hold king-ten offsuit.',
    options: [
      option('Fold', 5, 'One opponent is left, with any two cards.'),
      option('Call', 45, 'Playable, but it gives the big blind a free choice, in position.'),
      option('Raise to 3', 100, 'It often wins at once, and dominates much of what calls.'),
    ],
    reason:
      'Against one random hand king-ten is ahead, and out of position you would rather win now than play a small pot well. Raise to three: a larger size than elsewhere, because the big blind has position on you.',
    leak: 'small-blind-play',
  },
  {
    hand: { academy: 'thin-value' },
    decision: 4,
    question: 'Top pair, ace kicker, and the river pairs the seven. The big blind checks.',
    options: [
      option('Check', 35, 'You win the pot, and miss the bet that a worse queen pays.'),
      option('Bet 7', 100, 'Worse queens call a third of the pot.'),
      option('Bet 22', 20, 'Worse queens fold to a large bet, and sevens call it.'),
    ],
    reason:
      'Count what calls: queen-jack, queen-ten and stubborn nines are many; sevens that called two bets are few. Bet small, and fold to a raise: on a paired river a check-raise is not a bluff often enough.',
    leak: 'thin-value',
    session: 2,
  },
  {
    hand: cash('Ace-king in the big blind', { BB: 'AhKd' }, 'preflop f f r2.5 f f r11 f'),
    decision: 1,
    question: 'The cutoff opens to 2.5. You hold ace-king offsuit in the big blind.',
    options: [
      option('Fold', 0, 'Only aces and kings are far ahead of you.'),
      option(
        'Call',
        50,
        'Not a mistake against players who never fold to a raise, but it hides a strong hand out of position.',
      ),
      option('Raise to 11', 100, 'Worse aces and kings call, and you win at once when they fold.'),
    ],
    reason:
      'Ace-king gains most when it sees all five cards, so put the money in early. With an ace and a king you also halve the combinations of aces and kings that could raise you again.',
    leak: 'three-bet-too-little',
  },
  {
    hand: cash(
      'Ace high on king-seven-deuce',
      { BTN: 'AsJd' },
      'preflop f f f r2.5 f c',
      'flop Kd7c2s x b1.8 f',
    ),
    decision: 2,
    question: 'King-seven-deuce rainbow. The big blind checks to you; the pot is 5.5.',
    options: [
      option('Check', 55, 'Ace high sometimes wins unimproved, and you may see a free card.'),
      option('Bet 1.8', 100, 'Hands that would beat you later fold to a third of the pot.'),
      option('Bet 5.5', 15, 'You risk three times as much for few more folds.'),
    ],
    reason:
      'You have strong kings more often than the big blind, who would have raised most of them before the flop. On a board without draws a small bet does the work of a large one, because a hand with nothing folds to either.',
    leak: 'continuation-bet',
    session: 2,
  },
  {
    hand: { academy: 'bubble-ante' },
    decision: 1,
    question: 'The bubble, 11 big blinds on the button: king-nine suited.',
    options: [
      option('Fold', 25, 'Safe, and it leaves two and a half big blinds to others.'),
      option('Raise to 2', 35, 'You cannot fold to an all-in for so little more.'),
      option('All-in', 100, 'While a stack of two big blinds is left, the blinds can call with few hands.'),
    ],
    reason:
      'Everyone waits for the stack of two big blinds to go out. That makes a call expensive for the blinds, and your all-in is seldom called. With the ante you win two and a half blinds, almost a quarter of your stack, most of the time.',
    leak: 'short-stack-and-icm',
    session: 3,
  },
  {
    hand: cash(
      'Ace-queen on nine-eight-six',
      { CO: 'AdQc' },
      'preflop f f r2.5 c f c',
      'flop 9h8h6c x x b5 f f',
    ),
    decision: 2,
    question: 'Nine-eight-six with two hearts, two callers. The big blind checks to you.',
    options: [
      option('Check', 100, 'Two players have hit this board more often than you.'),
      option('Bet 2.7', 20, 'Few hands fold, and a raise costs you the pot.'),
      option('Bet 8', 5, 'You build a pot that you seldom win.'),
    ],
    reason:
      'Ask whom the board helps. Calling ranges are full of nines, eights, sevens and hearts, and you face two callers. You hold two overcards without a heart: check, and give up against a bet.',
    leak: 'multiway',
  },
  {
    hand: { academy: 'blocker-call' },
    decision: 7,
    question: 'A pair of nines with the ace of spades. The button bets 20 into 21.5 on the river.',
    options: [
      option('Fold', 40, 'A fold is right if you do not hold the ace of spades.'),
      option('Call', 100, 'The best flush is impossible, so more of the bets are draws that missed.'),
      option('Raise', 0, 'You turn a hand that catches bluffs into a bluff.'),
    ],
    reason:
      'A call needs 33 percent. A pair of nines beats bluffs only, so count them: the ace of spades in your hand takes the best flushes out of the button’s range, and leaves straight draws that came to nothing.',
    leak: 'river-call',
    session: 2,
  },
  {
    hand: cash('Queens behind a raise and a call', { SB: 'QsQh' }, 'preflop r2.5 c f f r13 f f f'),
    decision: 1,
    question: 'Under the gun opens to 2.5, the hijack calls. You hold queens in the small blind.',
    options: [
      option('Call', 25, 'You play a pot of three or four out of position.'),
      option('Raise to 8', 45, 'Too small: both get a good price to see the flop.'),
      option('Raise to 13', 100, 'Out of position, you make both pay too much for a flop.'),
    ],
    reason:
      'Out of position, raise to about four times the open, and add the open once more for each caller. Queens want one opponent and a large pot before an ace or king falls.',
    leak: 'squeeze',
  },
  {
    hand: { academy: 'empty-barrel' },
    decision: 3,
    question: 'Tens on king-seven-four. The big blind called the flop, and the turn is a deuce.',
    options: [
      option('Check', 100, 'You see a cheap showdown with a hand that is often best.'),
      option('Bet 3', 30, 'It asks no question that the flop bet did not ask.'),
      option('Bet 7.5', 10, 'Better hands call, and worse ones fold.'),
    ],
    reason:
      'Before you bet, name a better hand that folds or a worse one that calls. A king does not fold, and a seven called the flop already and may not call twice. The deuce changes neither, so check.',
    leak: 'turn-barrel',
  },
  {
    hand: cash(
      'King-queen of hearts on a turned ace',
      { BTN: 'KhQh' },
      'preflop f f f r2.5 f c',
      'flop Jh8h3c x b1.8 c',
      'turn As x b6.5 f',
    ),
    decision: 3,
    question: 'A flush draw, and the turn is an ace. The big blind checks; the pot is 9.1.',
    options: [
      option('Check', 40, 'A free card for twelve outs, but no pair folds.'),
      option('Bet 3', 45, 'Jacks call once more.'),
      option('Bet 6.5', 100, 'Your range has the strong aces, and you have twelve outs when called.'),
    ],
    reason:
      'Every strong ace is in your range; the big blind would have raised most of them before the flop. Jacks and eights do not like the card. When they call, nine hearts and three tens still make your hand the best. Bet when the card scares the caller and a draw backs you up.',
    leak: 'turn-give-up',
  },
  {
    hand: cash(
      'Jacks against a three-bet',
      { CO: 'JsJc', BTN: 'AdKd' },
      'preflop f f r2.5 r8 f f c',
      'flop Qh7c2s x b5.5 c',
      'turn 3d x x',
      'river 9h x x',
    ),
    decision: 2,
    question: 'You open jacks in the cutoff, and the button raises to 8.',
    options: [
      option('Fold', 10, 'Jacks are ahead of much of what the button raises.'),
      option('Call', 100, 'It keeps the bluffs and ace-queen in.'),
      option('Raise to 20', 35, 'Only better hands and ace-king go on.'),
    ],
    reason:
      'You need 31 percent for the call, and have more against every sensible range. A raise folds out what you beat, and plays a large pot against queens, kings and aces. Call, and do not fold to the first bet because an overcard came.',
    leak: 'three-bet-defence',
  },
  {
    hand: cash(
      'Ten high on the river',
      { BTN: 'Tc9d' },
      'preflop f f f r2.5 f c',
      'flop Jh7h2s x b1.8 c',
      'turn Kc x b6 c',
      'river 3d x b15 f',
    ),
    decision: 4,
    question: 'Your straight draws missed. The big blind checks the river; the pot is 21.1.',
    options: [
      option('Check', 20, 'Ten high wins against almost nothing.'),
      option('Bet 7', 35, 'Jacks call a bet this small.'),
      option(
        'Bet 15',
        100,
        'It must work 42 percent of the time, and jacks, sevens and missed hearts fold more often.',
      ),
    ],
    reason:
      'A bluff needs a story and the right cards. The king on the turn fits your range, you seldom win a showdown, and you hold no heart: the big blind can still have every missed flush draw, and those fold.',
    leak: 'river-bluff',
    session: 2,
  },
  {
    hand: { academy: 'short-stack' },
    decision: 1,
    question: 'Eleven big blinds in the hijack, and a pair of nines. Everyone before you folded.',
    options: [
      option('Fold', 0, 'Nines are far too strong for it.'),
      option('Raise to 2', 45, 'You are committed, and the blinds see a cheap flop.'),
      option('All-in', 100, 'You see all five cards, or win two and a half blinds at once.'),
    ],
    reason:
      'With eleven big blinds you never fold nines to a raise, so every smaller size only lets opponents choose. Nines dislike flops with overcards: move in, and there is no flop to be afraid of.',
    leak: 'short-stack-and-icm',
    session: 3,
  },
  {
    hand: cash(
      'Ace-king, and a raise on the river',
      { CO: 'AsKc' },
      'preflop f f r2.5 f f c',
      'flop Ah8c4s x b1.8 c',
      'turn Jc x b6 c',
      'river 2s x b14 r49 f',
    ),
    decision: 5,
    question: 'You bet 14 with ace-king, and the big blind raises to 49. The pot is 84.1.',
    options: [
      option('Fold', 100, 'Two pair and sets raise here; there were few draws to bluff with.'),
      option('Call', 35, 'You need 29 percent, which takes more bluffs than this board has.'),
      option('All-in', 0, 'Nothing worse calls.'),
    ],
    reason:
      'A call costs 35 for a pot of 119.1, or 29 percent. Ace-king beats bluffs only: aces with a lower kicker call the bet and do not raise it. At most stakes a raise on the river is the most honest action in poker.',
    leak: 'river-call',
    session: 2,
  },
  {
    hand: cash('A limper, and ace-jack', { CO: 'AhJc' }, 'preflop c f r4.5 f f f f'),
    decision: 1,
    question: 'Under the gun limps. You hold ace-jack offsuit in the cutoff.',
    options: [
      option('Fold', 10, 'A limp seldom hides a hand that dominates you.'),
      option('Call', 30, 'You let the blinds in and win no dead money.'),
      option('Raise to 4.5', 100, 'You play one opponent, in position, with the better hand.'),
    ],
    reason:
      'Raise to three and a half big blinds, and add one for each limper. Limpers call with worse aces and jacks and fold when the flop misses, and you have position for the rest of the hand.',
    leak: 'limp',
  },
  {
    hand: cash(
      'Eight-seven of hearts, a pot-sized bet',
      { BB: '8h7h' },
      'preflop f f f r2.5 f c',
      'flop Kh9h2c x b1.8 c',
      'turn 4s x b9.1 f',
    ),
    decision: 5,
    question: 'A flush draw on the turn. The button bets 9.1, the size of the pot.',
    options: [
      option('Fold', 100, 'Nine outs are 20 percent, and you need 33.'),
      option('Call', 40, 'Right only if the button pays another 19 on average when the heart comes.'),
      option('Raise to 28', 25, 'A button that bets the pot on this turn seldom folds.'),
    ],
    reason:
      'Nine hearts of 46 unseen cards are 20 percent; a call of 9.1 for a pot of 27.3 needs 33. The heart is easy to see, and a higher flush draw would beat yours when it comes. You would call a smaller bet.',
    leak: 'draws',
    session: 2,
  },
  {
    hand: { academy: 'three-bet-defence' },
    decision: 2,
    question: 'You open ace-queen suited in the cutoff, and the button raises to 8.',
    options: [
      option('Fold', 20, 'Too strong against a button that raises as a bluff too.'),
      option('Call', 100, 'It flops well, and is ahead of bluffs and worse queens.'),
      option('Raise to 21', 40, 'A bluff now and then; mostly better hands call a value raise.'),
    ],
    reason:
      'Out of position you call with hands that flop well and beat bluffs, and ace-queen suited does both. After the flop, check to the raiser and let the bluffs come.',
    leak: 'three-bet-defence',
  },
  {
    hand: cash(
      'Bottom set on a wet board',
      { BB: '6c6d' },
      'preflop f f f r2.5 f c',
      'flop Th9h6s x b3.6 r13 f',
    ),
    decision: 3,
    question: 'A set of sixes on ten-nine-six with two hearts. The button bets 3.6 into 5.5.',
    options: [
      option('Fold', 0, 'You hold a set.'),
      option('Call', 45, 'Safe, but every heart, eight and seven costs you action or the pot.'),
      option('Raise to 13', 100, 'Overpairs, tens and draws all pay now.'),
    ],
    reason:
      'No later street pays you as well as this one: overpairs and draws pay a raise, and on the turn half the deck makes one of them unhappy. Slow play is for boards on which nobody else can improve.',
    leak: 'check-back-too-much',
  },
];
