import { describe, expect, it } from 'vitest';
import { decodeText } from '../../decode-text.ts';
import { fixtureNames, fixtureText } from '../testing/read-fixtures.ts';
import { isoDate, playedOnIn } from './dates.ts';
import { linesOf } from './lines.ts';
import { readCards } from './read-card.ts';
import { readHands } from './read-hands.ts';
import { cardsOfClient } from './translated-cards.ts';

describe('lines of a file', () => {
  it.each([
    ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, 0xe2, 0x82, 0xac, 0x31]],
    ['UTF-16, as old clients of the Winning Poker Network write it', [0xff, 0xfe, 0xac, 0x20, 0x31, 0x00]],
    ['Windows-1252, as old clients write euros', [0x80, 0x31]],
  ])('lines are read from %s', (_name, bytes) => {
    expect(linesOf(decodeText(new Uint8Array(bytes)))).toEqual(['€1']);
  });

  it('lines have plain spaces and no invisible characters, whatever the line ending', () => {
    expect(linesOf('a\u00a0b\r\nc \rd\u200b\n')).toEqual(['a b', 'c', 'd', '']);
    // Parsers split lines at spaces, so `Rs. 40` would lose its currency.
    expect(linesOf('Ada (Rs. 40 in chips), Mrs. 5')).toEqual(['Ada (₹40 in chips), Mrs. 5']);
  });

  it('lines have plain dashes and quotation marks, as a poker room writes them', () => {
    expect(linesOf('Hold’em – ‘Test’ said, “gg”')).toEqual(["Hold'em - 'Test' said, \"gg\""]);
  });

  it('forum tags, code fences, and the `>` before each line of a quoted email are removed', () => {
    expect(linesOf('> one\n> > two')).toEqual(['one', 'two']);
    expect(linesOf('> one\ntwo')).toEqual(['> one', 'two']);
    expect(linesOf('[b]Dealt to Ada[/b] [:Ah: :10d:]')).toEqual(['Dealt to Ada [Ah 10d]']);
    expect(linesOf('```text\nDealt to Ada\n```')).toEqual(['', 'Dealt to Ada', '']);
  });
});

it.each(fixtureNames)('with an empty line after every line, %s has the same hands', (file) => {
  const text = fixtureText(file);
  const readAll = (from: string, lineOf = (line: number) => line) =>
    [...readHands(from)].map((each) =>
      'code' in each
        ? { ...each, line: lineOf(each.line) }
        : { hand: each.hand, oddities: each.oddities.map((odd) => ({ ...odd, line: lineOf(odd.line) })) },
    );
  expect(readAll(text.replaceAll('\n', '\n\n'))).toEqual(readAll(text, (line) => 2 * line - 1));
});

// A card is 4 × its rank (deuce 0 … ace 12) + its suit (spades 0, hearts 1, diamonds 2, clubs 3).
describe('cards', () => {
  it.each([
    ['Ah Kd', [49, 46]],
    ['10s, 2c', [32, 3]],
    ['Knd Ec', [38, 51]],
    ['Тh Вs', [49, 36]],
    ['Òh Äd', [49, 42]],
  ])('cards are read from %j', (text, cards) => {
    expect(readCards(text)).toEqual(cards);
  });

  it('a list of cards is rejected if one of its words is not a card', () => {
    expect(readCards('Ah 1d')).toBeUndefined();
    expect(readCards('AhKd')).toBeUndefined();
  });

  it('suits may be German words', () => {
    expect(cardsOfClient('', 'BPik 10Herz DKreuz 2Karo')('BPik 10Herz DKreuz 2Karo')).toEqual([
      36, 33, 43, 2,
    ]);
  });

  it('the letter V is the French jack or the Dutch queen, depending on the other cards', () => {
    expect(cardsOfClient('Vp Rt 9c', '')('Vp Rt')).toEqual([36, 47]);
    expect(cardsOfClient('Vs Hc', '')('Vs Hc')).toEqual([40, 47]);
    expect(cardsOfClient('Vs 9c', '')('Vs 9c')).toBeUndefined();
  });

  it.each([
    ['hearts beside French suits', 'Rc, 10p', '9s, 3d', 'Rc, 10p', true, 'Kh Ts'],
    ['clubs on a board with English suits', 'Rc, 10p', '9s 3d 2c', '2c', false, '2c'],
    ['hearts on a board with French suits', 'Rc, 10p', '9p 3k 2c', '2c', false, '2h'],
    ['clubs in a Swedish hand', 'Dc, 9c', 'Knh 3s', 'Dc, 9c', true, 'Qc 9c'],
    ['clubs in an English hand', 'Kc, Tc', '3c', 'Kc, Tc', true, 'Kc Tc'],
  ])('the suit letter c means %s', (_, dealt, others, text, isDealt, cards) => {
    expect(cardsOfClient(dealt, others)(text, isDealt)).toEqual(readCards(cards));
  });

  it.each([
    ['in a French hand with no other suit', 'Rc, 10c', '9s 3d', 'Rc, 10c', true],
    ['with a D that may be French or Swedish', 'Dc, 9c', '9s 3d', 'Dc, 9c', true],
    ['on a board with French and English suits', 'Rt, 10p', '9p 3h 2c', '2c', false],
  ])(
    'cards are not read if the suit letter c may mean hearts or clubs: %s',
    (_, dealt, others, text, isDealt) => {
      expect(cardsOfClient(dealt, others)(text, isDealt)).toBeUndefined();
    },
  );
});

describe('a date', () => {
  it.each([
    ['2024/02/29 20:10:00 ET', '2024-02-29'],
    ['2025/08/02 10:14:43 CET [2025/08/02 4:14:43 ET]', '2025-08-02'],
    ['2023/02/29 20:10:00 ET', undefined],
  ])('the date of %j is %s', (text, date) => {
    expect(playedOnIn(text)).toBe(date);
  });

  it('a date before 1970 is rejected', () => {
    expect(isoDate(111, 4, 1)).toBeUndefined();
  });
});
