import { describe, expect, it } from 'vitest';
import { fixtureText } from '../testing/read-fixtures.ts';
import { anonymizeText } from './anonymize.ts';
import { readHands, readOneHand } from './read-hands.ts';

/** The hands of a fixture, each as its own text. */
const handsOf = (file: string): string[] => fixtureText(file).split(/\n\n+(?=\S)/);
const [cash = '', tournament = '', runTwice = ''] = handsOf('pokerstars.txt');
const winamax = handsOf('winamax.txt')[0] ?? '';
const ignition = handsOf('ignition.txt')[0] ?? '';
/** A hand with French cards: R for the king, V for the jack, D for the queen. */
const french = handsOf('888.txt')[1] ?? '';
const party = handsOf('partypoker.txt')[1] ?? '';

/** Longer than every line of a hand. */
const paragraph = 'Was this bet too small? '.repeat(30);

const withoutFlop = `***** Hand History for Game 7100 *****
$0.50/$1 USD NL Texas Hold'em - Tuesday, March 05, 20:10:00 CET 2024
Table Test (Real Money)
Seat 1 is the button
Total number of players : 3/6
Seat 1: Uwe ( $50 USD )
Seat 2: Vera ( $50 USD )
Seat 4: Wim ( $50 USD )
Vera posts small blind [$0.50 USD].
Wim posts big blind [$1 USD].
** Dealing down cards **
Dealt to Uwe [  Kd Kh ]
Uwe raises [$3 USD]
Vera folds
Wim folds
Uwe does not show cards.
Uwe wins $4.50 USD
`;

const result = (text: string): string => {
  const read = readOneHand(text);
  return 'code' in read
    ? `${read.code} ${read.line}`
    : read.oddities.map(({ code }) => code).join() || 'sound';
};

describe('unreadable and contradictory hands', () => {
  it.each([
    ['no hand', 'Dear coach,\nwhat do you think?', 'not_a_hand 1'],
    ['a hand of an unknown room', 'Full Tilt Poker Game #33286946295: Table Test - $1/$2', 'unknown_site 1'],
    ['a French hand', "Main PokerStars n°171234567890: Hold'em No Limit ($0.05/$0.10 USD)", 'unknown_site 1'],
    ['stud', cash.replace("Hold'em No Limit", '7 Card Stud Limit'), 'unsupported_game 1'],
    ['a draw game', cash.replace("Hold'em No Limit", '5 Card Draw Pot Limit'), 'unsupported_game 1'],
    ['a hand that was cancelled', cash.replace(/\*\*\* HOLE[\s\S]*/, 'Hand cancelled\n'), 'cancelled 7'],
    ['a hand without an end', cash.replace(/Ada Linde collected[\s\S]*/, ''), 'unfinished 16'],
    ['a hand without seats', cash.replace(/Seat \d: .*chips\)\n/g, ''), 'no_seats 2'],
    ['a player without a seat', cash.replace('moss_71: checks', 'moss_72: checks'), 'unknown_player 13'],
    ['an unknown line', cash.replace('moss_71: checks', 'The dealer sneezes'), 'unknown_line 13'],
    ['a line of more than 600 characters', cash.replace('moss_71: checks', paragraph), 'too_large 13'],
    ['an invalid card', cash.replaceAll('7d', '7x'), 'bad_card 12'],
    ['a card in two places', cash.replaceAll('2c 7d Kh', '2c 7d Ah'), 'duplicate_card 23'],
    ['an invalid amount', cash.replace('bets $3', 'bets $3x'), 'bad_amount 14'],
    ['a call of more than was bet', cash.replace('calls $1.50', 'calls $2'), 'impossible_action 11'],
    [
      'a raise below the bet',
      cash.replace('raises $1.50 to $2.50', 'raises $1 to $0.80'),
      'impossible_action 10',
    ],
    ['a bet of more than a stack', cash.replace('bets $3', 'bets $300'), 'over_stack 14'],
    ['a summary with another board', cash.replace('Board [2c', 'Board [2s'), 'board_differs 21'],
    ['a pot that does not balance', cash.replace('Total pot $5', 'Total pot $6'), 'does_not_balance 23'],
    ['more awards than money', cash.replace('collected $4.75', 'collected $5.75'), 'does_not_balance 17'],
    ['rake in a tournament', tournament.replace('Rake 0', 'Rake 10'), 'does_not_balance 24'],
    [
      'two hands in one',
      cash.replace('*** SUMMARY ***', `*** SUMMARY ***\n${runTwice.split('\n').slice(1).join('\n')}`),
      'two_hands_mixed 21',
    ],
    [
      'a pot to which GGPoker adds money',
      cash.replace('Ada Linde: posts', 'Cash Drop to Pot : total $5\nAda Linde: posts'),
      'does_not_balance 5',
    ],
    [
      'a pot to which Run It Once adds money',
      cash.replace('*** HOLE CARDS ***', '*** HOLE CARDS ***\nSTP added: $0.50'),
      'does_not_balance 8',
    ],
    [
      'a pot to which Winamax adds money',
      winamax.replace('*** PRE-FLOP ***', 'Hold-up to Pot: total 2€\n*** PRE-FLOP ***'),
      'does_not_balance 10',
    ],
    [
      'an Ignition hand without blinds',
      ignition.replaceAll(/^.* : (?:Ante|Big blind|Posts).*\n/gm, ''),
      'no_big_blind 31',
    ],
    ['an amount whose decimal separator is lost', cash.replace('bets $3', 'bets $03'), 'bad_amount 14'],
    [
      'a card with the letter D from a Spanish client, where D is a ten; in other languages, it is a queen',
      french.replace('888.it', '888.es'),
      'bad_card 12',
    ],
    [
      'a partypoker hand followed by a line of another hand',
      `${party}\n\nSeat 2 is the button`,
      'two_hands_mixed 20',
    ],
    [
      'an award of less than the pot, in a hand that ends before the flop',
      withoutFlop.replace('wins $4.50', 'wins $4.40'),
      'does_not_balance 17',
    ],
    ['a Winamax hand with a different rake', winamax.replace('Rake 1€', 'Rake 2€'), 'does_not_balance 20'],
    ['an Ignition hand mixed with another', `${ignition}\nSeat 4: UTG ($5 in chips)`, 'two_hands_mixed 35'],
  ])('a text is rejected: %s', (_what, text, expected) => {
    expect(result(text)).toBe(expected);
  });

  it.each([
    [
      'an action out of turn',
      cash.replace('moss_71: checks\nAda Linde: bets $3\n', 'Ada Linde: bets $3\n'),
      'against_the_rules',
    ],
    ['a raise by a wrong amount', cash.replace('raises $1.50 to', 'raises $2.50 to'), 'raise_differs'],
    ['an uncalled bet of a wrong amount', cash.replace('bets $3', 'bets $4'), 'return_differs'],
    ['a winner with worse cards', tournament.replaceAll('[As Ad]', '[Js Jd]'), 'other_winner'],
    [
      'a summary with another fold',
      tournament.replace('Seat 3: Pim (big blind) showed [Qs Qd] and lost', 'Seat 3: Pim (big blind) folded'),
      'summary_differs',
    ],
    ['blinds of other stakes', cash.replace('($0.50/$1.00 USD)', '($0.25/$0.50 USD)'), 'blinds_differ'],
    [
      'a button elsewhere',
      tournament.replace('Seat #1 is the button', 'Seat #2 is the button'),
      'blinds_differ',
    ],
    ['an all-in with chips left', cash.replace('bets $3', 'bets $3 and is all-in'), 'not_all_in'],
    [
      'an ante that is short',
      tournament.replace('Pim: posts the ante 10', 'Pim: posts the ante 9'),
      'does_not_balance',
    ],
  ])('a hand with this contradiction is rejected, or read with an oddity: %s', (_what, text, oddity) => {
    expect(result(text).replace(/ \d+$/, '').split(',')).toContain(oddity);
  });

  it('a hand that ends before the flop is read without rake', () => {
    expect(result(withoutFlop)).toBe('sound');
  });

  it('if the text gives a player more than the pots that the player can win, every award is positive, and the hand has an oddity', () => {
    const sidePots = handsOf('pokerstars.txt').find((text) => text.includes('side pot-2')) ?? '';
    const swapped = sidePots.replace(/(Daan: posts .*)\n(Eef: posts .*)/, '$2\n$1');
    const read = readOneHand(swapped);
    if ('code' in read) throw new Error(read.code);
    expect(read.oddities.map(({ code }) => code)).toContain('pots_differ');
    for (const { amount } of read.hand.awards) expect(amount).toBeGreaterThan(0);
  });

  it('an unreadable hand comes with advice and no names', () => {
    const unreadable = readOneHand(cash.replace('moss_71: checks', 'Maria Testini: checks'));
    expect(unreadable).toEqual({
      code: 'unknown_player',
      line: 13,
      text: '…: checks',
      message: 'No player with this name has a seat. Paste the hand as the poker room wrote it.',
    });
  });

  it('of three hands, only the one that is cut off is rejected, and the hand after it is read with an oddity', () => {
    const cut = cash.replace(/Ada Linde collected[\s\S]*/, '');
    const results = [...readHands(`${cash}\n\nsome words between\n\n${cut}\n\n${tournament}`)];
    expect(
      results.map((each) => ('code' in each ? each.code : each.oddities.map(({ code }) => code))),
    ).toEqual([[], 'unfinished', ['after_a_cut']]);
  });

  it('a hand is read if a long paragraph follows it, and the paragraph is not in its anonymized text', () => {
    for (const hand of [cash, winamax, ignition, french, party]) {
      const text = `${hand}\n\n${paragraph}`;
      expect(result(text)).toBe('sound');
      expect(anonymizeText(text)).not.toContain('too small');
    }
  });

  it.each([
    ['888', french],
    ['partypoker', party],
  ])(
    'a sentence directly under a hand of %s ends the hand, but an action there is rejected',
    (_room, hand) => {
      const text = `${hand.trimEnd()}\nHe folds far too often here.\nWhat would you do?`;
      expect(result(text)).toBe('sound');
      expect(anonymizeText(text)).toBe(anonymizeText(hand));
      expect(result(`${text}\nSeat 2 is the button`)).toMatch(/^two_hands_mixed/);
      for (const action of ['Zoe folds', 'Zoe bets [ 5 ]'])
        expect(result(`${hand.trimEnd()}\n${action}`)).toMatch(/^unknown_/);
    },
  );

  it('a text with two hands is rejected where one is expected', () => {
    expect(result(`${cash}\n\n${tournament}`)).toBe('two_hands_mixed 1');
  });
});
