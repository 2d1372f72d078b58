import { beforeAll, expect, it, vi } from 'vitest';
import { anonymizeText } from '../../../../shared/poker/formats/anonymize.ts';
import { fixtureNames, fixtureText } from '../../../../shared/poker/testing/read-fixtures.ts';
import type { NamedFile, ParseRequest, ParseResponse, ParseResult } from './parse-messages.ts';

let send: (event: { data: ParseRequest }) => void;
let receive: (response: ParseResponse) => void;

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (_type: string, listener: typeof send) => {
      send = listener;
    },
    postMessage: (response: ParseResponse) => receive(response),
  });
  await import('./parse-worker.ts');
  return () => vi.unstubAllGlobals();
});

async function resultsOf(text: string, files: NamedFile[] = []): Promise<ParseResult[]> {
  const all: ParseResult[] = [];
  await new Promise<void>((resolve) => {
    receive = ({ results, isDone }) => {
      all.push(...results);
      if (isDone) resolve();
    };
    send({ data: { request: 1, text, files, account: 'a' } });
  });
  return all;
}

const fileOf = (text: string, name = 'hands.txt'): NamedFile => ({
  name,
  bytes: new TextEncoder().encode(text),
});

async function keysOf(text: string, files?: NamedFile[]): Promise<string[]> {
  return (await resultsOf(text, files)).flatMap((result) => ('key' in result ? [result.key] : []));
}

it('the hands of the files come after the hands of the text', async () => {
  const [first = '', second = ''] = fixtureNames;
  const file = fileOf(fixtureText(second));
  const keys = [...(await keysOf(fixtureText(first))), ...(await keysOf(fixtureText(second)))];
  expect(await keysOf(fixtureText(first), [file])).toEqual(keys);
  expect(await keysOf('', [file])).toEqual(await keysOf(fixtureText(second)));
});

it('a hand that occurs twice, in two files or in the text and a file, is returned once', async () => {
  const file = fileOf(fixtureText(fixtureNames[0] ?? ''));
  const keys = await keysOf('', [file]);
  expect(await keysOf('', [file, file])).toEqual(keys);
  expect(await keysOf(fixtureText(fixtureNames[0] ?? ''), [file])).toEqual(keys);
});

it('a text or file without a hand is reported even if others have hands', async () => {
  const hands = fileOf(fixtureText('winamax.txt'));
  const [zip, other] = [fileOf('PK\u0003\u0004', 'hands.zip'), fileOf('\nPlayTech Hand 123456', 'other.txt')];
  const results = await resultsOf('Hello', [zip, hands, other]);
  expect(results.length).toBe((await keysOf('', [hands])).length + 3);
  expect(results.slice(-3)).toMatchObject([
    { file: '', code: 'not_a_hand', line: 1, source: 'Hello' },
    { file: 'hands.zip', code: 'not_a_hand', line: 1, source: '' },
    { file: 'other.txt', code: 'unknown_site', line: 2, source: '' },
  ]);
  expect(await resultsOf(' ', [])).toEqual([]);
});

it.each(fixtureNames)(
  'different hands of %s have different keys, even after anonymization has removed the hand numbers',
  async (file) => {
    const text = fixtureText(file);
    const count = new Set(await keysOf(text)).size;
    expect(count).toBeGreaterThan(1);
    const anonymous = await keysOf(anonymizeText(text));
    expect(new Set(anonymous).size).toBe(count);
    expect(await keysOf(anonymizeText(text))).toEqual(anonymous);
  },
);

it('the error of an unreadable hand has two line numbers: in its file, and in the anonymized hand', async () => {
  const [first = '', second = ''] = fixtureText('pokerstars.txt').split(/\n\n+(?=\S)/);
  const file = fileOf(`${first}\n\n\n${second.replace('*** FLOP', 'The dealer sneezes\n*** FLOP')}`);
  const [, bad] = await resultsOf(first, [file]);
  if (!bad || !('code' in bad)) throw new Error('the hand was read');
  expect(bad.line - bad.lineInHand).toBe(first.split('\n').length + 2);
  expect(bad.file).toBe('hands.txt');
  expect(bad.text).toBe('The dealer sneezes');
  expect(bad.anonymous.split('\n')[bad.lineInHand - 1]).toBe('The dealer …');
});
