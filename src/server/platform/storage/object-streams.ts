import { setImmediate as nextTurn } from 'node:timers/promises';
import { FileRejected } from './file-rejected.ts';
import { namePattern } from './pdf-names.ts';

/** An object stream (ISO 32000-1 §7.5.7). `start` is the position of its data. */
export type ObjectStream = { start: number; isCompressed: boolean };

const regular = String.raw`[^\0\t\n\f\r ()<>[\]{}/%]`;
const gap = /(?:[\0\t\n\f\r ]|%[^\r\n]*(?![^\r\n]))*/y;
/** A reference such as `5 0 R`, a comment, or any other token. Of a string, it matches only the opening parenthesis. */
const token = new RegExp(
  String.raw`[\0\t\n\f\r ]*(\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?!${regular})|%[^\r\n]*|<<|>>|[[\](]|/${regular}*|<[^>]*>|${regular}+)`,
  'y',
);

/** The key that every reader of an object stream needs; some readers do not need the type `ObjStm`. */
const firstPattern = namePattern('First');
/** Other keys are not allowed, because they could change how readers decode the stream. */
const objectStreamKeys =
  /^<<(?:[\0\t\n\f\r \d[\]R]|\/(?:Type|ObjStm|N|First|Extends|Length|DL|Filter|FlateDecode|Fl)\b)*>>$/;
const flatePattern = /\/Filter[\0\t\n\f\r ]*\[?[\0\t\n\f\r ]*\/(?:FlateDecode|Fl)\b/;
const filterNames = /\/(?:Filter|FlateDecode|Fl)\b/g;

/** How many bytes are read first to find the end of a dictionary. Most dictionaries are shorter. */
const firstWindow = 512;
const maxDictionary = firstWindow * 8 ** 5;
const objectsPerTurn = 500;
const tokensPerTurn = 50_000;
/**
 * The dictionaries together may be longer than the file by this number of bytes, because a string in one dictionary
 * may look like another dictionary.
 */
const overlapBytes = 1_024 * 1_024;

/**
 * The object streams of a PDF. Reads the dictionary of everything that a reader could take for an object, whatever the
 * cross-reference table says. A file with an error in a dictionary is rejected, because each reader skips such errors
 * in its own way, and could find another end of the dictionary, or other keys.
 * @throws FileRejected 'unreadable', also for an object stream with other keys or filters than PDF writers produce
 */
export async function* objectStreams(bytes: Buffer): AsyncGenerator<ObjectStream> {
  let budget = bytes.length + overlapBytes;
  let seen = 0;
  for (let at = bytes.indexOf('obj'); at !== -1; at = bytes.indexOf('obj', at + 1)) {
    seen += 1;
    if (seen % objectsPerTurn === 0) await nextTurn();
    // Skips the end of `endobj`.
    if (/[a-z]/i.test(String.fromCharCode(bytes[at - 1] ?? 0))) continue;
    const start = skipSpace(bytes, at + 'obj'.length);
    if (bytes[start] !== 0x3c || bytes[start + 1] !== 0x3c) continue;

    const dictionary = await readDictionary(bytes, start);
    budget -= dictionary.length;
    if (budget < 0) throw new FileRejected('unreadable');
    if (!firstPattern.test(dictionary)) continue;
    const keyword = skipSpace(bytes, start + dictionary.length);
    const line = bytes.toString('latin1', keyword, keyword + 'stream\r\n'.length);
    if (!line.startsWith('stream')) continue;
    const lineBreak = /^stream(\r?\n)/.exec(line)?.[1];
    if (lineBreak === undefined) throw new FileRejected('unreadable');
    yield { start: keyword + 'stream'.length + lineBreak.length, isCompressed: hasFilter(dictionary) };
  }
}

/** The position after white space and comments. */
function skipSpace(bytes: Buffer, start: number): number {
  const text = bytes.toString('latin1', start, start + firstWindow);
  gap.lastIndex = 0;
  gap.test(text);
  // A longer gap is rejected, because skipping it would take too long in a file with many objects.
  if (gap.lastIndex === firstWindow) throw new FileRejected('unreadable');
  return start + gap.lastIndex;
}

async function readDictionary(bytes: Buffer, start: number): Promise<string> {
  for (let window = firstWindow; window <= maxDictionary; window *= 8) {
    const text = bytes.toString('latin1', start, start + window);
    const end = await dictionaryEnd(text);
    if (end !== undefined) return text.slice(0, end);
    if (start + window >= bytes.length) break;
  }
  throw new FileRejected('unreadable');
}

/** The end of the dictionary at the start of `text`; undefined if the dictionary is incomplete or has an error. */
async function dictionaryEnd(text: string): Promise<number | undefined> {
  const open: string[] = [];
  let expectsKey = false;
  let at = 0;
  for (let seen = 1; ; seen += 1) {
    if (seen % tokensPerTurn === 0) await nextTurn();
    token.lastIndex = at;
    const found = token.exec(text)?.[1];
    if (found === undefined) return;
    at = token.lastIndex;
    if (found.startsWith('%')) continue;
    const isKey: boolean = expectsKey;
    if (isKey ? found !== '>>' && !found.startsWith('/') : found === '>>') return;
    if (found === '<<' || found === '[') open.push(found);
    else if (found === '>>' || (found === ']' && open.at(-1) === '[')) open.pop();
    else if (found === ']') return;
    if (open.length === 0) return at;
    if (found === '(') {
      const end = await stringEnd(text, at);
      if (end === undefined) return;
      at = end;
    }
    expectsKey = open.at(-1) === '<<' && !(isKey && found.startsWith('/'));
  }
}

/** The position after the parenthesis that closes a string. */
async function stringEnd(text: string, start: number): Promise<number | undefined> {
  const marks = /\\[\s\S]|[()]/g;
  marks.lastIndex = start;
  let depth = 1;
  let seen = 0;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    seen += 1;
    if (seen % tokensPerTurn === 0) await nextTurn();
    if (match[0] === '(') depth += 1;
    else if (match[0] === ')') depth -= 1;
    if (depth === 0) return marks.lastIndex;
  }
  return;
}

function hasFilter(dictionary: string): boolean {
  if (!objectStreamKeys.test(dictionary)) throw new FileRejected('unreadable');
  const found = dictionary.match(filterNames)?.length ?? 0;
  if (found === 0) return false;
  if (found !== 2 || !flatePattern.test(dictionary)) throw new FileRejected('unreadable');
  return true;
}
