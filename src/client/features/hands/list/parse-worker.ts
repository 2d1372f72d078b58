import { decodeText } from '../../../../shared/decode-text.ts';
import { type FormatName, type FoundHand, findHands } from '../../../../shared/poker/formats/detect.ts';
import { linesOf } from '../../../../shared/poker/formats/lines.ts';
import { readAndAnonymize, unreadableText } from '../../../../shared/poker/formats/read-found-hand.ts';
import type { SiteParser } from '../../../../shared/poker/formats/site-parser.ts';
import { handLine, handLineText } from '../../../../shared/poker/hand-line.ts';
import {
  type BadHand,
  type ParseRequest,
  type ParseResponse,
  type ParseResult,
  shownHands,
} from './parse-messages.ts';

/** The first chunk is small, so that its results are shown early. */
const firstChunk = 10;
const chunk = 50;

/** Parses texts in a worker, so that thousands of hands do not block the page. */
self.addEventListener('message', ({ data }: MessageEvent<ParseRequest>) => {
  // The error is reported explicitly, because the page is not notified of a rejected promise in a worker.
  parseAll(data).catch((error: unknown) => setTimeout(() => reportError(error)));
});

/** The lines of the text or of a file. */
type Part = { file: string; lines: readonly string[] };

async function parseAll(data: ParseRequest): Promise<void> {
  const parts: Part[] = [
    { file: '', lines: linesOf(data.text) },
    ...data.files.map(({ name, bytes }) => ({ file: name, lines: linesOf(decodeText(bytes)) })),
  ];
  const found: (FoundHand & Part)[] = [];
  const unread: ParseResult[] = [];
  for (const part of parts) {
    const hands = findHands(part.lines);
    for (const each of hands) found.push({ ...each, ...part });
    if (hands.length === 0 && (part.file || part.lines.join(''))) unread.push(withoutHand(part));
  }
  // The same file may be chosen twice. A hand that is repeated counts once.
  const seen = new Set<string>();
  let repeated = 0;
  let listed = 0;
  let from = 0;
  do {
    const to = from + (from === 0 ? firstChunk : chunk);
    const parts: Promise<ParseResult>[] = [];
    for (const each of found.slice(from, to)) {
      const parser = loaded.get(each.format) ?? (await load(each.format));
      parts.push(parsePart(each, parser, data.account));
    }
    const results: ParseResult[] = [];
    for (const result of await Promise.all(parts)) {
      const identity = 'key' in result ? result.key : result.source;
      if (seen.has(identity)) {
        repeated += 1;
        continue;
      }
      seen.add(identity);
      if ('hand' in result) {
        listed += 1;
        if (listed > shownHands) delete result.hand;
      }
      results.push(result);
    }
    from = to;
    const isDone = from >= found.length;
    if (isDone) results.push(...unread);
    const total = found.length - repeated + unread.length;
    self.postMessage({ request: data.request, results, total, isDone } satisfies ParseResponse);
  } while (from < found.length);
}

/** The result for a text or a file in which no hand was found. */
function withoutHand({ file, lines }: Part): BadHand {
  const read = unreadableText(lines);
  // A file, such as a ZIP file, must not be put into the box.
  return { ...read, file, lineInHand: read.line, source: file ? '' : lines.join('\n'), anonymous: '' };
}

/**
 * Parses a hand synchronously, then awaits only its key: a hash by which the server recognizes a hand that the account
 * has already saved.
 */
async function parsePart(found: FoundHand & Part, parser: SiteParser, account: string): Promise<ParseResult> {
  const { file, lines } = found;
  const { read, anonymous } = readAndAnonymize(lines, found, parser);
  if ('code' in read) {
    const text = (lines[read.line - 1] ?? '').slice(0, 120);
    const source = lines.slice(found.from, found.to).join('\n').trimEnd();
    return { ...read, file, text, lineInHand: read.line - found.from, source, anonymous };
  }
  const { hand, oddities, number } = read;
  // An anonymized hand, such as one from a data export, has the number 0, which does not identify the hand.
  const identity = /[1-9]/.test(number) ? number : anonymous;
  return {
    text: anonymous,
    line: handLineText(handLine(hand)),
    oddities: oddities.map(({ message }) => message),
    hand,
    key: await sha256(`${account}|${found.site}|${identity}`),
  };
}

const loaded = new Map<FormatName, SiteParser>();

async function load(format: FormatName): Promise<SiteParser> {
  const parser = await loadParser[format]();
  loaded.set(format, parser);
  return parser;
}

/** Each parser is loaded on demand, because a text seldom has hands of more than one or two poker rooms. */
const loadParser: Record<FormatName, () => Promise<SiteParser>> = {
  ignition: async () => (await import('../../../../shared/poker/formats/ignition.ts')).ignition,
  pokerStars: async () => (await import('../../../../shared/poker/formats/pokerstars.ts')).pokerStars,
  winamax: async () => (await import('../../../../shared/poker/formats/winamax.ts')).winamax,
  wpn: async () => (await import('../../../../shared/poker/formats/wpn.ts')).wpn,
  wpnOld: async () => (await import('../../../../shared/poker/formats/wpn-old.ts')).wpnOld,
  eight88: async () => (await import('../../../../shared/poker/formats/eight88.ts')).eight88,
  partyEmail: async () => (await import('../../../../shared/poker/formats/party-email.ts')).partyEmail,
  partypoker: async () => (await import('../../../../shared/poker/formats/partypoker.ts')).partypoker,
  ipoker: async () => (await import('../../../../shared/poker/formats/ipoker.ts')).ipoker,
};

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In the format of PokerStars, the most common one. */
const shortHand = `PokerStars Hand #1:  Hold'em No Limit ($0.50/$1.00 USD) - 2026/01/01 12:00:00 ET
Table 'A' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Ann: posts small blind $0.50
Bob: posts big blind $1
*** HOLE CARDS ***
Dealt to Ann [Ah Kd]
Ann: raises $1 to $2
Bob: calls $1
*** FLOP *** [2c 7d Kh]
Bob: checks
Ann: bets $2
Bob: folds
Uncalled bet ($2) returned to Ann
Ann collected $4 from pot
*** SUMMARY ***
Total pot $4 | Rake $0
Board [2c 7d Kh]
Seat 1: Ann collected ($4)`;

/** Parses a hand before the first paste, because the first hand takes many times as long as later ones. */
async function warmUp(): Promise<void> {
  const lines = linesOf(shortHand);
  for (const found of findHands(lines))
    await parsePart({ ...found, file: '', lines }, await load(found.format), '');
}

// If the parser cannot be loaded, the error is reported when a hand is parsed.
warmUp().catch(() => undefined);
