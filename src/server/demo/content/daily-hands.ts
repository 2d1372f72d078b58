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
    question: 'You hold a pair of queens on the river. The pot is 71.7, and a call costs 41.',
    options: [
      option(
        'Fold',
        70,
        'The button’s bluffs are missed straight draws, many of them with a jack. You hold a jack, so there are fewer of them.',
      ),
      option('Call', 30, 'You beat only bluffs, and more than one bet in three has to be one.'),
      option('Raise', 0, 'Nothing worse calls.'),
    ],
    reason:
      'The bet is larger than the pot before it, so a call needs 36 percent. A pair of queens beats no hand that bets this much for value. You beat only missed draws. Many of those contain a jack, and you hold one.',
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
      option('Raise to 2.5', 100, 'It flops strong draws, and its ace leaves fewer hands that re-raise you.'),
    ],
    reason:
      'All suited aces open from the hijack. They can make the best flush and a straight, and they are easy to fold when somebody re-raises. Ace-five offsuit, with the same ace, is a fold.',
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
      option('Call', 25, 'You give straight draws the next card at a good price.'),
      option('Raise to 40', 100, 'There is 36.5 in the pot, and hands with a king will call.'),
      option('Fold', 0, 'You hold a set.'),
    ],
    reason:
      'Your check was right: somebody bets more often than not in a pot with four players. Now three opponents have put 8 in. Get the rest of the money in before a four or a nine completes a straight.',
    leak: 'multiway',
  },
  {
    hand: cash('King-ten in the small blind', { SB: 'KdTc' }, 'preflop f f f f r3 f'),
    decision: 1,
    question: 'Everyone folds to you in the small blind. You hold king-ten offsuit.',
    options: [
      option('Fold', 5, 'Too tight: one opponent is left, who can have any two cards.'),
      option('Call', 45, 'Playable, but the big blind, who has position, can check or raise.'),
      option('Raise to 3', 100, 'It often wins at once, and you dominate many of the hands that call.'),
    ],
    reason:
      'King-ten is ahead of one random hand, and out of position you would rather win now than see a flop. Raise to three. The size is larger than from other seats because the big blind has position on you.',
    leak: 'small-blind-play',
  },
  {
    hand: { academy: 'thin-value' },
    decision: 4,
    question: 'Top pair, ace kicker, and the river pairs the seven. The big blind checks.',
    options: [
      option('Check', 35, 'You usually win the pot, but miss the bet that a worse queen would call.'),
      option('Bet 7', 100, 'Worse queens call a third of the pot.'),
      option('Bet 22', 20, 'Worse queens fold to a large bet, and sevens call it.'),
    ],
    reason:
      'Count the hands that call: there are many with queen-jack, queen-ten or a nine, and few with a seven that called two bets. Bet small, and fold to a raise: on a paired river a check-raise is not a bluff often enough.',
    leak: 'thin-value',
    session: 2,
  },
  {
    hand: cash('Ace-king in the big blind', { BB: 'AhKd' }, 'preflop f f r2.5 f f r11 f'),
    decision: 1,
    question: 'The cutoff opens to 2.5. You hold ace-king offsuit in the big blind.',
    options: [
      option('Fold', 0, 'Far too strong: only pocket aces and kings are far ahead of you.'),
      option(
        'Call',
        50,
        'It keeps weaker aces and kings in, but you play a strong hand in a small pot, out of position.',
      ),
      option('Raise to 11', 100, 'Hands with a worse ace or king call, and you win at once when they fold.'),
    ],
    reason:
      'Ace-king gains most when it sees all five cards, so put the money in early. Your ace and king also halve the combinations of pocket aces and pocket kings that could re-raise you.',
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
      option('Bet 1.8', 100, 'Hands that could still beat you fold to a third of the pot.'),
      option('Bet 5.5', 15, 'You risk three times as much for few more folds.'),
    ],
    reason:
      'You have strong kings more often than the big blind, who would have raised most of them before the flop. On a board without draws a small bet does the work of a large one, because hands that missed fold to either.',
    leak: 'continuation-bet',
    session: 2,
  },
  {
    hand: { academy: 'bubble-ante' },
    decision: 1,
    question: 'The bubble, 11 big blinds on the button: king-nine suited.',
    options: [
      option('Fold', 25, 'Safe, but it leaves two and a half big blinds to the others.'),
      option('Raise to 2', 35, 'If a blind moves in, you must fold or risk your tournament in a call.'),
      option('All-in', 100, 'While a stack of two big blinds is left, the blinds can call with few hands.'),
    ],
    reason:
      'Everyone waits for the stack of two big blinds to go out. That makes a call expensive for the blinds, so they seldom call your all-in. Most of the time you win the blinds and the ante: two and a half big blinds, almost a quarter of your stack.',
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
      option('Bet 2.7', 20, 'Few hands fold, and you have to fold to a raise.'),
      option('Bet 8', 5, 'You build a pot that you seldom win.'),
    ],
    reason:
      'Ask whose range the board helps. Players who call before the flop often have a nine, an eight, a seven or two hearts, and you face two of them. You have two overcards and no heart: check, and fold to a bet.',
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
      'A call needs 33 percent. A pair of nines beats only bluffs, so count them. The ace of spades in your hand takes the best flushes out of the button’s range and leaves straight draws that missed.',
    leak: 'river-call',
    session: 2,
  },
  {
    hand: cash('Queens behind a raise and a call', { SB: 'QsQh' }, 'preflop r2.5 c f f r13 f f f'),
    decision: 1,
    question: 'Under the gun opens to 2.5, the hijack calls. You hold queens in the small blind.',
    options: [
      option('Call', 25, 'You play out of position against two or three opponents.'),
      option('Raise to 8', 45, 'Too small: both opponents get a good price to see the flop.'),
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
      option('Bet 3', 30, 'No better hand folds, and few worse ones call.'),
      option('Bet 7.5', 10, 'Better hands call, and worse ones fold.'),
    ],
    reason:
      'Before you bet, name a better hand that folds or a worse one that calls. A king does not fold, and a seven called once and may not call twice. The deuce helps neither, so check.',
    leak: 'turn-barrel',
  },
  {
    hand: cash(
      'King-queen of hearts, and an ace on the turn',
      { BTN: 'KhQh' },
      'preflop f f f r2.5 f c',
      'flop Jh8h3c x b1.8 c',
      'turn As x b6.5 f',
    ),
    decision: 3,
    question: 'A flush draw, and the turn is an ace. The big blind checks; the pot is 9.1.',
    options: [
      option('Check', 40, 'You have twelve outs and see a card for free, but no pair folds.'),
      option('Bet 3', 45, 'Too small: a pair of jacks calls once more.'),
      option('Bet 6.5', 100, 'Your range has the strong aces, and you have twelve outs when called.'),
    ],
    reason:
      'Every strong ace is in your range; the big blind would have raised most of them before the flop. Pairs of jacks and eights often fold to a bet now. When they call, nine hearts and three tens still make your hand the best. Bet when a card is bad for the caller and you have a draw in case you are called.',
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
      option('Call', 100, 'The bluffs and ace-queen stay in.'),
      option('Raise to 20', 35, 'Only better pairs and ace-king continue.'),
    ],
    reason:
      'You need 31 percent for the call, and have more against every sensible range. If you raise, the hands you beat fold, and you play a large pot against queens, kings and aces. Call, and do not fold to the first bet just because an overcard comes.',
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
        'It must work 42 percent of the time, and jacks, sevens and missed hearts together fold more often than that.',
      ),
    ],
    reason:
      'A bluff has to be believable, and your cards have to suit it. Your range has many kings, you would seldom win a showdown, and you hold no heart: the big blind can still have every missed flush draw, and those fold.',
    leak: 'river-bluff',
    session: 2,
  },
  {
    hand: { academy: 'short-stack' },
    decision: 1,
    question: 'Eleven big blinds in the hijack, and a pair of nines. Everyone before you folded.',
    options: [
      option('Fold', 0, 'Nines are far too strong to fold.'),
      option('Raise to 2', 45, 'You are committed anyway, and the blinds can see a cheap flop.'),
      option('All-in', 100, 'You see all five cards, or win two and a half big blinds at once.'),
    ],
    reason:
      'With eleven big blinds you never fold nines to a raise, so a smaller raise only gives your opponents more choices. On most flops there is an overcard to nines. If you move in, you have no decision to make there.',
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
      option('Fold', 100, 'Two pair and sets raise here, and few missed draws are left to bluff with.'),
      option('Call', 35, 'You need 29 percent, and this board has too few missed draws for that.'),
      option('All-in', 0, 'Nothing worse calls.'),
    ],
    reason:
      'A call costs 35 for a pot of 119.1, or 29 percent. Ace-king beats only bluffs: aces with a lower kicker call the bet and do not raise it. At most stakes, players rarely raise the river as a bluff.',
    leak: 'river-call',
    session: 2,
  },
  {
    hand: cash('A limper, and ace-jack', { CO: 'AhJc' }, 'preflop c f r4.5 f f f f'),
    decision: 1,
    question: 'Under the gun limps. You hold ace-jack offsuit in the cutoff.',
    options: [
      option('Fold', 10, 'Too tight: a player who limps seldom has a hand that dominates you.'),
      option('Call', 30, 'You let the blinds in, and cannot win the pot at once.'),
      option('Raise to 4.5', 100, 'You often play against one opponent, in position, with the better hand.'),
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
      'Nine hearts of 46 unseen cards are 20 percent; a call of 9.1 for a pot of 27.3 needs 33. Everyone sees the third heart, so you are paid less often, and a higher flush may beat yours. Against a smaller bet you could call.',
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
      option('Raise to 21', 40, 'A bluff now and then. If you raise for value, mostly better hands call.'),
    ],
    reason:
      'Out of position, call with hands that flop well and are ahead of bluffs. Ace-queen suited is both. After the flop, check to the raiser and let the bluffs come.',
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
      option('Call', 45, 'After a heart, an eight or a seven you win less or lose the pot.'),
      option('Raise to 13', 100, 'Overpairs, tens and draws all pay now.'),
    ],
    reason:
      'No later street pays you as well as this one. Overpairs and draws call a raise now. On the turn, many cards scare the overpairs, and every other card disappoints the draws. Slow-play only on boards on which nobody else can improve.',
    leak: 'check-back-too-much',
  },
];
