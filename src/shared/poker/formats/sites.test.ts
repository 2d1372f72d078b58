import { describe, expect, it } from 'vitest';
import { handSchema } from '../hand.ts';
import { fixtureHand, fixtureNames, fixtureText, summaryOf } from '../testing/read-fixtures.ts';
import { anonymizeText } from './anonymize.ts';
import { readHands } from './read-hands.ts';

// The last column is in the format of `summaryOf`.
describe('hands of each poker room', () => {
  it.each([
    [
      'pokerstars.txt',
      '1001',
      'an uncalled bet, and rake',
      'nlhe USD 0.5/1 | pot 5 | 1:2.25 4:-2.5 | hero 1 AhKd | 2c7dKh',
    ],
    [
      'pokerstars.txt',
      '1002',
      'antes, a side pot, and bounties outside of the pots',
      'nlhe chips 25/50 | pot 2300 | 1:600 2:400 3:-1000 | hero 2 KsKd | 2c3d7h8c9s',
    ],
    [
      'pokerstars.txt',
      '1003',
      'two runs, and names that read like actions',
      'nlhe EUR 1/2 | pot 200 | 1:-100 2:98 | no hero | 2c3d7h8c9s | Kc5d4sTd6h',
    ],
    [
      'pokerstars.txt',
      '1004',
      'a dead button, both blinds, and no line for the returned bet',
      'plo USD 0.1/0.25 | pot 0.7 | 1:0.45 2:-0.35 4:-0.1 6:0 | hero 1 AhAd3c4c',
    ],
    [
      'pokerstars.txt',
      '1005',
      'a cash-out outside of the pot',
      'nlhe USD 0.05/0.1 | pot 8 | 1:-4 2:3.6 | hero 2 QsJs | QhAdTsAsQd',
    ],
    [
      'pokerstars.txt',
      '1006',
      'a big blind whose whole stack went into the ante',
      'nlhe chips 60/120 | pot 281 | 1:-135 2:113 3:22 | no hero | 2c7dKh3s9d',
    ],
    ['pokerstars.txt', '1007', 'a cap', 'nlhe USD 2/4 | pot 160 | 1:-1 2:-1 | no hero | QdQs4hTs7s'],
    [
      'pokerstars.txt',
      '1008',
      'a hand of limit hold’em in a mixed game',
      'flhe chips 10/20 | pot 80 | 1:-40 2:40 | hero 2 5h5d',
    ],
    [
      'pokerstars.txt',
      '1009',
      'a pot that is split between high and low hands',
      'plo8 USD 0.5/1 | pot 54 | 2:-14 5:12 | hero 5 Ah2hKsKd | 3c5dKh8s9c',
    ],
    [
      'pokerstars.txt',
      '1010',
      'two side pots',
      'nlhe INR 5/10 | pot 1550 | 1:295 4:195 7:-600 9:90 | hero 9 QsQd | 2c3d7h8c9s',
    ],
    [
      'pokerstars.txt',
      '1011',
      'no small blind, and five-card Omaha for play money',
      'plo5 chips 25/50 | pot 100 | 1:50 3:0 4:-50 | hero 1 AsKsQsJsTs | 2c3d7h',
    ],
    [
      'ggpoker.txt',
      'OM2001',
      'a straddle, three runs and fees',
      'plo USD 2/5 | pot 210 | 1:-100 5:101 6:-10 | hero 5 Kh8s6hKs | Js5sJd7s2s | Js5sJd4dQs | Js5sJd4sTs',
    ],
    [
      'ggpoker.txt',
      'TM2002',
      'posted blinds that are lower than those in the first line',
      'nlhe chips 150/300 | pot 690 | 1:-345 2:345 | hero 1 8h3h',
    ],
    [
      'ggpoker.txt',
      'RC2003',
      'a missed blind',
      'nlhe USD 0.05/0.1 | pot 0.3 | 3:0 4:-0.05 5:-0.1 6:0.15 | hero 5 4hKh',
    ],
    [
      'ggpoker.txt',
      'HD2004',
      'the price of a cash-out, which is not part of the pot',
      'nlhe USD 0.5/1 | pot 200 | 1:-100 4:96 | hero 4 AcAd | 2c3d7h8c9s',
    ],
    [
      'winamax.txt',
      '30-04-1600000000',
      'a bounty, and an uncalled raise',
      'nlhe chips 10/20 | pot 40 | 1:-20 2:20 | hero 2 ThTs',
    ],
    [
      'winamax.txt',
      '30-01-1382667328',
      'names that begin alike, and a pot without rake',
      'nlhe EUR 0.5/1 | pot 15.1 | 7:7.8 8:-2.5 9:-6.3 | hero 9 KdQd | TdKc5h',
    ],
    [
      'winamax.txt',
      '30-02-1343076366',
      'half chips, and a stated pot that is rounded',
      'nlhe chips 50/100 | pot 6895.5 | 1:-870.5 2:3883 3:-3012.5 | hero 2 AhAc | As9hQcKc3h',
    ],
    [
      'winamax.txt',
      '30-03-1286000777',
      'a big blind out of position',
      'plo EUR 0.02/0.05 | pot 0.12 | 1:-0.02 2:-0.05 3:0.07 | hero 3 8d8h2c3c | Jd9d2s',
    ],
    [
      'ignition.txt',
      '4001',
      'a dead chip for both blinds',
      'nlhe USD 0.1/0.25 | pot 3.45 | 1:-0.1 2:-0.25 3:-1.6 6:1.78 | hero 6 AsAc | 2d3h8d',
    ],
    [
      'ignition.txt',
      '4002',
      'a walk without a line for the returned bet',
      'nlhe USD 0.1/0.25 | pot 0.2 | 1:0 2:-0.1 3:0.1 | hero 3 6d3s',
    ],
    [
      'ignition.txt',
      '4003',
      'an ante that puts a player all-in, and a side pot',
      'nlhe chips 600/1200 | pot 11792 | 1:6262 5:-720 6:-5530 8:-12 | no hero | Ks7h6sKh3h',
    ],
    [
      'ignition.txt',
      '4004',
      'a dead button without a line, and a repeated line',
      'nlhe chips 10/20 | pot 50 | 1:-10 2:-20 3:30 | hero 2 Jh2s | repeated_line',
    ],
    [
      'wpn.txt',
      '5001',
      'a pot that only the summary awards',
      'nlhe USD 0.01/0.02 | pot 0.09 | 4:-0.04 5:-0.01 6:0.05 | hero 6 AdQh',
    ],
    [
      'wpn.txt',
      '5002',
      'a tournament with a player who may not play yet',
      'nlhe chips 500/1000 | pot 43700 | 2:-21550 6:-600 7:22150 | no hero | KcKh2s3d4h',
    ],
    [
      'wpn.txt',
      '5003',
      'a dead blind in one sum, and a jackpot fee',
      'nlhe USD 0.02/0.05 | pot 0.37 | 1:0.17 2:-0.15 3:-0.05 | hero 1 7h7c | Kh8c6d7s4h',
    ],
    [
      'wpn.txt',
      '5004',
      'the old format, with a jackpot fee that it does not state',
      'nlhe USD 2/4 | pot 38 | 1:-18 4:17.75 5:-2 | hero 4 5dTc | JcKdQdAh',
    ],
    [
      '888.txt',
      '6004',
      'thousands with spaces, and cards in Swedish',
      'plo USD 25/50 | pot 300 | 4:-150 9:149 | hero 9 TcJh9h9c | 3s9dTs',
    ],
    [
      '888.txt',
      '6001',
      'a dead blind, and an award that does not include the uncalled bet',
      'nlhe USD 0.01/0.02 | pot 0.22 | 1:-0.02 2:-0.01 3:-0.09 10:0.11 | hero 10 5s8c | 9sTs4d8s',
    ],
    [
      '888.txt',
      '6002',
      'cards in French, and an uncalled bet of the player who lost',
      'nlhe EUR 0.5/1 | pot 200 | 4:-100 9:99 | hero 4 KcTs | 3s9dThJd3c',
    ],
    [
      '888.txt',
      '6003',
      'chips with a dollar sign',
      'nlhe chips 10/20 | pot 2005 | 5:-5 6:-1000 9:1005 | no hero | TdKcAd2h2c',
    ],
    [
      'partypoker.txt',
      '7001',
      'an award that includes the uncalled bet',
      'nlhe USD 0.5/1 | pot 2 | 1:-1 2:1 | no hero',
    ],
    [
      'partypoker.txt',
      '7002',
      'a short big blind at a table that names no blinds',
      'nlhe USD 0.01/0.02 | pot 0.05 | 1:-0.02 3:0.03 5:-0.01 | hero 3 8hKc | Td7c9h3hJc',
    ],
    [
      'partypoker.txt',
      '7003',
      'calls and raises whose lines say only all-in',
      'nlhe chips 10/20 | pot 930 | 1:470 2:-10 4:-460 | hero 4 8sKh | As5c9c2d7s',
    ],
    [
      'ipoker.xml',
      '8001',
      'actions that are sorted by their numbers',
      'nlhe EUR 0.01/0.02 | pot 0.13 | 1:0.07 4:-0.06 6:-0.01 | hero 1 8hKh | 9dTcQh',
    ],
    [
      'ipoker.xml',
      '8002',
      'a second session, in Russian',
      'nlhe chips 25/50 | pot 2020 | 2:-1000 3:1020 8:-20 | hero 3 AsKs | Ad9c3hJh4s',
    ],
    [
      'partypoker.txt',
      '1700000000001abcdefgh',
      'balances at the end, and a cash-out outside of the pot',
      'plo USD 0.1/0.25 | pot 40.1 | 1:18.1 2:-0.1 3:-20 | hero 1 AcAd7h4s | Jc7d6cTs2s',
    ],
    [
      'partypoker.txt',
      '7005',
      'a tournament hand without lines for the blinds, at a higher level than its header states',
      'nlhe chips 300/600 | pot 600 | 4:300 5:-300 | hero 5 Js2h',
    ],
    [
      'ignition.txt',
      '4005',
      'seat numbers counted across tables, and a header that does not name the betting limit',
      'nlhe chips 75/150 | pot 2180 | 1:-1045 2:-90 3:1135 | hero 3 QdQc | Jd6s4c3sJc',
    ],
    [
      'ignition.txt',
      '4006',
      'raises whose lines state only the total, and a flop without its line',
      'flhe USD 4/8 | pot 32 | 1:15 2:-16 6:0 | hero 6 4sKd | Ks7c9s',
    ],
    [
      'ggpoker.txt',
      'SD2005',
      'short deck with one blind',
      'shortdeck USD 0/0.02 | pot 0.1 | 1:0.06 3:-0.04 5:-0.02 | hero 3 TcAc | Qh8s9d',
    ],
    [
      'pokerstars.txt',
      '1012',
      'a pot that is not awarded because its winner cashed out',
      'shortdeck USD 0/0.25 | pot 73 | 1:-36.25 2:-0.5 4:34.75 | hero 4 AhAc | Qs7cQd8d9d',
    ],
    [
      'wpn.txt',
      '5005',
      'a tournament in the old format, without rake',
      'nlhe chips 10/20 | pot 3000 | 1:1500 2:-1500 | hero 2 KcQs | 3h4s3d8sJc',
    ],
    [
      'wpn.txt',
      '5006',
      'a walk whose award includes the returned blind',
      'nlhe USD 0.02/0.05 | pot 0.04 | 5:0 6:-0.02 7:0.02 | hero 5 4cKh',
    ],
    [
      'pokerstars.txt',
      '1013',
      'the cards of everybody, a named hero, and pots in columns',
      'plo EUR 0.25/0.5 | pot 60 | 1:18.75 2:3.75 4:-25 | hero 2 KsKdQhJh | 2c5d8sJc3h',
    ],
    [
      'pokerstars.txt',
      '1014',
      'a tournament in capital letters, and mucked cards',
      'nlhe chips 15/30 | pot 195 | 2:105 3:-90 5:-15 | hero 3 TcTd | 2c7dKh4s9d',
    ],
    [
      'pokerstars.txt',
      '1015',
      'a hand number from the regulator',
      'nlhe EUR 0.1/0.25 | pot 0.2 | 1:0 2:-0.1 3:0.1 | hero 1 8c3h',
    ],
    [
      'ggpoker.txt',
      'TM2006',
      'a tournament whose title names another game',
      'plo5 chips 150/300 | pot 690 | 1:-330 2:-30 4:360 | hero 1 AsKsQsJsTs | 2c7d9h',
    ],
    [
      'winamax.txt',
      '30-05-1500000000',
      'both blinds out of position in one sum',
      'nlhe EUR 0.5/1 | pot 12 | 1:-5.5 2:6.4 3:-0.5 4:-1 | hero 2 QdQc | 2c7dKh4s9d',
    ],
    [
      'ignition.txt',
      '4007',
      'a heads-up table, and a result of zero',
      'nlhe USD 0.1/0.2 | pot 2.8 | 1:-1.4 2:1.26 | hero 2 AsQs | 2d3hAc',
    ],
    [
      'wpn.txt',
      '5007',
      'all-in or fold, with a straddle',
      'nlhe USD 0.5/1 | pot 18.5 | 1:9.8 2:-0.5 3:-8 4:-2 | hero 1 AcAd | Kc5d2s9h3c',
    ],
    [
      'wpn.txt',
      '5008',
      'blinds written as 1K and 2K, and an all-in without an amount',
      'nlhe chips 1000/2000 | pot 10000 | 1:-5000 2:5000 | hero 2 KcQs | 3h4sKd',
    ],
    [
      '888.txt',
      '6005',
      'cards in German, and words after the hand',
      'nlhe chips 10/20 | pot 105 | 5:60 6:-15 9:-45 | hero 5 JsTs | Qc9h2d',
    ],
    [
      'partypoker.txt',
      '7006',
      'no small blind, a fold out of turn, and words after the hand',
      'nlhe USD 0.5/1 | pot 6 | 1:2.7 2:-3 5:0 | hero 1 9s9h | Td7c9d',
    ],
    [
      'ipoker.xml',
      '8006',
      'a forfeited blind, and a session that returns uncalled bets',
      'nlhe EUR 0.05/0.1 | pot 0.65 | 1:0.32 3:-0.05 5:-0.3 | hero 1 9s8s | 7d2c9h',
    ],
  ])('%s %s: %s', (file, number, _what, summary) => {
    const read = fixtureHand(file, number);
    expect(summaryOf(read)).toBe(summary);
    expect(read && 'hand' in read && handSchema.safeParse(read.hand).success).toBe(true);
  });

  it('the hands of an iPoker session are read one by one, even if the whole file is one line', () => {
    const [, , session = ''] = fixtureText('ipoker.xml').split(/(?=<\?xml)/);
    const games = [
      // The win includes the uncalled bet of 0.80; 0.07 of the pot of 1.45 is rake.
      'nlhe EUR 0.05/0.1 | pot 1.45 | 1:-0.7 3:-0.05 5:0.68 | hero 5 9s8s | 7d2c9hKs3d',
      // 2 × 0.25 and the big blind of 0.10.
      'nlhe EUR 0.05/0.1 | pot 0.6 | 1:-0.1 3:-0.25 5:0.35 | hero 5 AhKc',
      // 2 × 9.20 and the big blind of 0.10; 0.92 is rake.
      'nlhe EUR 0.05/0.1 | pot 18.5 | 1:-9.2 3:-0.1 5:8.38 | hero 5 AsAd | 2dQc8s5hJd',
    ];
    expect([...readHands(session)].map(summaryOf)).toEqual(games);
    expect([...readHands(session.replaceAll('\n', ''))].map(summaryOf)).toEqual(games);
    expect([...readHands(anonymizeText(session))].map(summaryOf)).toEqual(games);
  });

  it.each([
    ['pokerstars.txt', '1001', 6],
    ['pokerstars.txt', '1013', 6],
    ['ggpoker.txt', 'TM2002', 8],
    ['winamax.txt', '30-01-1382667328', 9],
    ['wpn.txt', '5001', 6],
    ['888.txt', '6001', 10],
    ['partypoker.txt', '7002', 9],
  ])('in %s, hand %s has %i seats, including empty seats', (file, number, seats) => {
    const read = fixtureHand(file, number);
    expect(read && 'hand' in read && read.hand.maxSeats).toBe(seats);
  });

  it('a hand with the cards of several players has no hero, unless the text names one', () => {
    const text = fixtureText('pokerstars.txt').replace(' [hero]', '');
    const read = [...readHands(text)].find((each) => 'hand' in each && each.number === '1013');
    expect(summaryOf(read)).toBe('plo EUR 0.25/0.5 | pot 60 | 1:18.75 2:3.75 4:-25 | no hero | 2c5d8sJc3h');
  });

  it('a user who sits out is not the hero', () => {
    const hand = (fixtureText('ignition.txt').split('\n\n\n')[0] ?? '').replaceAll(/ +\[ME\]/g, '');
    const text = hand.replace('Seat 6:', 'Seat 5: UTG+1  [ME] ($25 in chips)\nSeat 6:');
    const expected = ['nlhe USD 0.1/0.25 | pot 3.45 | 1:-0.1 2:-0.25 3:-1.6 5:0 6:1.78 | no hero | 2d3h8d'];
    expect([...readHands(text)].map(summaryOf)).toEqual(expected);
    expect([...readHands(anonymizeText(text))].map(summaryOf)).toEqual(expected);
  });

  it.each(fixtureNames)(
    'other line endings, a byte order mark, “>” before each line and words between hands do not change what is read from %s',
    (file) => {
      const text = fixtureText(file);
      const read = (changed: string) => [...readHands(changed)].map(summaryOf);
      const plain = read(text);
      expect(read(text.replaceAll('\n', '\r\n'))).toEqual(plain);
      expect(read(`\ufeff${text.replaceAll('\n', '  \n')}`)).toEqual(plain);
      expect(read(text.replaceAll(/^/gm, '> '))).toEqual(plain);
      expect(read(text.replaceAll(/\n{3,}/g, '\n\n\nWhat would you do here?\n\n\n'))).toEqual(plain);
    },
  );
});
