import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeText } from '../../shared/decode-text.ts';
import { anonymizeText } from '../../shared/poker/formats/anonymize.ts';
import { findHands } from '../../shared/poker/formats/detect.ts';
import { linesOf } from '../../shared/poker/formats/lines.ts';
import { readHands } from '../../shared/poker/formats/read-hands.ts';
import { damagedText } from '../../shared/poker/testing/damaged-text.ts';

/**
 * `npm run bench:hands [-- COUNT FOLDER SEED]`: damages hand histories at random, parses them, and reports exceptions,
 * slow parsing and memory. Also parses and anonymizes the undamaged hands, and reports the speed and the player names
 * that remain in the text. Without a folder, it uses the fixtures.
 */
const fixtures = fileURLToPath(new URL('../../shared/poker/formats/fixtures', import.meta.url));
const [countText = '100000', folder = fixtures, seedText = '1'] = process.argv.slice(2);

const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:txt|xml)$/i.test(file))
  .toSorted()
  .map((file) => decodeText(readFileSync(path.join(folder, file))));
const hands = texts.flatMap((text) => {
  const lines = linesOf(text);
  return findHands(lines).map(({ from, to }) => lines.slice(from, to).join('\n'));
});

/** The state of the random number generator (mulberry32). */
let state = Number(seedText);
/** @returns an integer from 0 up to but not including `below`; the same sequence for the same seed */
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
}

const added = ['[', ']', ')', '$', ' : ', '"', '>', '0', '9', '.', ',', 'Seat 3', '*** ', '\u0000', '€', ' '];

const damage = (text: string): string =>
  damagedText(text, {
    kind: random(6),
    at: random(1_000_000),
    other: random(1_000_000),
    added: added[random(added.length)] ?? '',
  });

/** CPU time in milliseconds, which other programs on the machine hardly change. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const megabytes = () => {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1_000_000);
};

function measureSpeed(): void {
  const whole = texts.join('\n\n\n');
  let took = Number.POSITIVE_INFINITY;
  let read: unknown[] = [];
  for (let round = 0; round < 8; round += 1) {
    const start = cpuMs();
    read = [...readHands(whole)];
    took = Math.min(took, cpuMs() - start);
  }
  console.warn(
    `${read.length} hands in ${took.toFixed(0)} ms: ${Math.round((read.length / took) * 1_000)} a second`,
  );
}

function countNames(): void {
  const isPosition = (name: string) =>
    /^(?:UTG(?:\+\d)?|Dealer|(?:Small|Big) Blind|Hero|Seat \d+)$/.test(name);
  let names = 0;
  const remaining: string[] = [];
  for (const text of hands) {
    const anonymous = anonymizeText(text);
    for (const read of readHands(text)) {
      if ('code' in read) continue;
      for (const name of read.names.values()) {
        if (name.length < 3 || isPosition(name)) continue;
        names += 1;
        if (new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`, 'u').test(anonymous)) {
          remaining.push(name);
        }
      }
    }
  }
  console.warn(
    `${names} names, ${remaining.length} remain in the anonymized text`,
    [...new Set(remaining)].slice(0, 20),
  );
}

function parseDamaged(count: number): void {
  const before = megabytes();
  let [thrown, slow, longest] = [0, 0, 0];
  for (let index = 0; index < count; index += 1) {
    let text = hands[random(hands.length)] ?? '';
    for (let times = random(4); times >= 0; times -= 1) text = damage(text);
    const start = cpuMs();
    try {
      for (const _ of readHands(text));
      anonymizeText(text);
    } catch (error) {
      thrown += 1;
      if (thrown < 5) console.warn(error, text);
    }
    const took = cpuMs() - start;
    longest = Math.max(longest, took);
    if (took > 50) slow += 1;
  }
  console.warn(
    `${count} damaged hands: ${thrown} exceptions, ${slow} over 50 ms, longest ${longest.toFixed(1)} ms, heap ${before} to ${megabytes()} MB`,
  );
}

measureSpeed();
countNames();
parseDamaged(Number(countText));
const oneLine = 'x '.repeat(500_000);
const start = cpuMs();
for (const head of ['', 'PokerStars Hand #1: ', 'Winamax Poker - CashGame - HandId: #1 - '])
  [...readHands(head + oneLine)];
console.warn(`A line of a million characters: ${((cpuMs() - start) / 3).toFixed(0)} ms`);
