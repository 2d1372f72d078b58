import { beforeAll, expect, it, vi } from 'vitest';
import { anonymizeText } from '../../../../shared/poker/formats/anonymize.ts';
import { fixtureNames, fixtureText } from '../../../../shared/poker/testing/read-fixtures.ts';
import type { ReadRequest, ReadResponse } from './read-messages.ts';

let send: (event: { data: ReadRequest }) => void;
let receive: (response: ReadResponse) => void;

beforeAll(async () => {
  vi.stubGlobal('self', {
    addEventListener: (_type: string, listener: typeof send) => {
      send = listener;
    },
    postMessage: (response: ReadResponse) => receive(response),
  });
  await import('./read-worker.ts');
  return () => vi.unstubAllGlobals();
});

async function keysOf(text: string, files: Uint8Array[] = []): Promise<string[]> {
  const keys: string[] = [];
  await new Promise<void>((resolve) => {
    receive = ({ results, isDone }) => {
      keys.push(...results.flatMap((result) => ('key' in result ? [result.key] : [])));
      if (isDone) resolve();
    };
    send({ data: { request: 1, text, files, account: 'a' } });
  });
  return keys;
}

it('the hands of the files follow those of the text', async () => {
  const [first = '', second = ''] = fixtureNames;
  const bytes = new TextEncoder().encode(fixtureText(second));
  const keys = [...(await keysOf(fixtureText(first))), ...(await keysOf(fixtureText(second)))];
  expect(await keysOf(fixtureText(first), [bytes])).toEqual(keys);
  expect(await keysOf('', [bytes])).toEqual(await keysOf(fixtureText(second)));
});

it('the hands of a file that was chosen twice count once', async () => {
  const bytes = new TextEncoder().encode(fixtureText(fixtureNames[0] ?? ''));
  const keys = await keysOf('', [bytes]);
  expect(await keysOf('', [bytes, bytes])).toEqual(keys);
  expect(await keysOf(fixtureText(fixtureNames[0] ?? ''), [bytes])).toEqual(keys);
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
