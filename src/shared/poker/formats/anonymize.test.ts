import { describe, expect, it } from 'vitest';
import { fixtureNames, fixtureText } from '../testing/read-fixtures.ts';
import { anonymizeText } from './anonymize.ts';
import { readHands } from './read-hands.ts';

describe('anonymized texts', () => {
  it.each(fixtureNames)('the anonymized text of %s has the same hands', (file) => {
    const hands = (text: string) =>
      [...readHands(text)].map((each) => ('hand' in each ? each.hand : each.code));
    expect(hands(anonymizeText(fixtureText(file)))).toEqual(hands(fixtureText(file)));
  });

  it.each(fixtureNames)('the anonymized text of %s contains no name, number or chat', (file) => {
    const text = fixtureText(file);
    const anonymous = anonymizeText(text);
    // Ignition shows positions in place of names.
    const isPosition = (name: string) => /^(?:UTG|Dealer|Small Blind|Big Blind|Hero)/.test(name);
    for (const read of readHands(text)) {
      if ('code' in read) continue;
      for (const name of read.names.values()) {
        // Short names, and names that read like an action, may also occur elsewhere in the text.
        if (name.length < 3 || isPosition(name) || /^calls|^Ines folds/.test(name)) continue;
        expect(anonymous).not.toContain(name);
      }
      expect(anonymous).not.toContain(read.number);
    }
    // Chat, and parts of the names of tables, clubs and tournaments.
    expect(anonymous).not.toMatch(/good luck|Test|Ideal|Club|Pot of|\d{7}/);
  });

  it('names are replaced only where they name a player, because a name may also be the word for an action', () => {
    const anonymous = anonymizeText(fixtureText('winamax.txt'));
    expect(anonymous).toContain('Seat 8 calls 2€');
    expect(anonymous).toContain('Seat 8 folds\n');
    expect(anonymous).not.toContain('Ines');
  });

  it.each(fixtureNames)('names are removed from %s even if line breaks are missing', (file) => {
    const text = fixtureText(file);
    // Positions, short names, numbers and an action: these may also occur where they name no player.
    const ambiguousName = /^(?:..?|UTG.*|Dealer|Small Blind|Big Blind|Hero|calls|\d+)$/;
    const names = [...readHands(text)]
      .flatMap((read) => ('names' in read ? [...read.names.values()] : []))
      .filter((name) => !ambiguousName.test(name));
    for (const between of [' ', '']) {
      const anonymous = anonymizeText(text.replaceAll(/(?<!\n)\n(?!\n)/g, between));
      expect(names.filter((name) => anonymous.includes(name))).toEqual([]);
      expect(readHands(anonymous).next().done).toBe(false);
    }
  });

  it('no tournament number remains in the first lines of a partypoker hand', () => {
    const text = fixtureText('partypoker.txt').replace('Trny: 596', 'Trny:71887062');
    expect(anonymizeText(text)).not.toContain('71887062');
  });

  it('stakes of ten million remain in the first line', () => {
    const text = `PokerStars Hand #23456789012: Hold'em No Limit (5000000/10000000) - 2024/03/05 20:10:00 ET
Table 'Test' 2-max (Play Money) Seat #1 is the button
Seat 1: Ada (2000000000 in chips)
Seat 2: Bob (2000000000 in chips)
Ada: posts small blind 5000000
Bob: posts big blind 10000000
*** HOLE CARDS ***
Ada: folds
Uncalled bet (5000000) returned to Bob
Bob collected 10000000 from pot
*** SUMMARY ***
Total pot 10000000 | Rake 0
Seat 2: Bob (big blind) collected (10000000)`;
    const anonymous = anonymizeText(text);
    expect(anonymous).not.toContain('23456789012');
    const stakes = { small: 500_000_000, big: 1_000_000_000 };
    expect([...readHands(anonymous)]).toMatchObject([{ hand: { stakes }, oddities: [] }]);
  });

  it('the anonymized text of an unreadable hand contains no names, and keeps the amounts', () => {
    const text = fixtureText('pokerstars.txt').replace('moss_71: checks', 'Maria Testini waves');
    const anonymous = anonymizeText(text);
    expect(anonymous).not.toMatch(/Maria|Testini|Ada|Linde|moss/);
    expect(anonymous).toContain('Total pot $5 | Rake $0.25');
  });
});
