import { anonymizeText } from '../../../../shared/poker/formats/anonymize.ts';
import { findHands } from '../../../../shared/poker/formats/detect.ts';
import { decodeText, linesOf } from '../../../../shared/poker/formats/lines.ts';
import { readHands, readOneHand } from '../../../../shared/poker/formats/read-hands.ts';
import { handLine, handLineText } from '../../../../shared/poker/hand-line.ts';
import type { ReadRequest, ReadResponse, ReadResult } from './read-messages.ts';

const chunk = 50;

/** Reads texts beside the page, so that a file of thousands of hands never blocks it. Names stay in here. */
self.addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
  const post = (response: ReadResponse) => self.postMessage(response);
  const lines = linesOf(typeof data.text === 'string' ? data.text : data.text.map(decodeText).join('\n\n\n'));
  const found = findHands(lines);
  if (found.length === 0) {
    const [refusal] = readHands(lines.join('\n'));
    if (refusal && 'code' in refusal)
      post({ request: data.request, results: [{ ...refusal, source: lines.join('\n') }], total: 1 });
    post({ request: data.request, results: [], total: 0, isDone: true });
    return;
  }
  let results: ReadResult[] = [];
  for (const { from, to } of found) {
    results.push(await readPart(lines.slice(from, to).join('\n').trimEnd(), from, data.account));
    if (results.length < chunk) continue;
    post({ request: data.request, results, total: found.length });
    results = [];
  }
  post({ request: data.request, results, total: found.length, isDone: true });
});

async function readPart(source: string, from: number, account: string): Promise<ReadResult> {
  const read = readOneHand(source);
  if ('code' in read) return { ...read, line: read.line + from, source };
  const { hand, oddities, number } = read;
  const site = typeof hand.source === 'object' ? hand.source.site : hand.source;
  return {
    text: anonymizeText(source),
    key: await sha256(`${account}|${site}|${number}`),
    line: handLineText(handLine(hand)),
    oddities: oddities.map(({ say }) => say),
  };
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
