import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, inflate } from 'node:zlib';
import { FileRejected } from './file-rejected.ts';

/** `activeContent` lists features that can act on their own or carry other files (ISO 32000-1 §7.11.4, §12.6, §13). */
export type PdfFacts = { version: string; isEncrypted: boolean; activeContent: ActiveContent[] };

const activeNames = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'ImportData',
] as const;
type ActiveContent = (typeof activeNames)[number];

// All names are too long to occur by chance in compressed bytes, so the whole file is searched, including its streams.
const activePatterns = activeNames.map((name) => ({ name, pattern: namePattern(name) }));
const encryptPattern = namePattern('Encrypt');
const objectStreamPattern = namePattern('ObjStm');
const filterPattern = namePattern('Filter');
const flatePattern = /\/(?:FlateDecode|Fl)(?![A-Za-z0-9])/;

const tailBytes = 1_024;
const sliceBytes = 1_024 * 1_024;
/** Longer than any of these names with all letters escaped. */
const overlapBytes = 128;
const maxInflatedBytes = 64 * 1_024 * 1_024;
/** Object streams usually contain a hundred objects each, so this is far above any real document. */
const maxObjectStreams = 20_000;
const positionsPerTurn = 500;
const inflateAsync = promisify(inflate);

/**
 * Checks the structure of a PDF and searches it for active content, even inside compressed object streams. Meant for
 * files up to 50 MB; yields to other work after every megabyte. Does not prove that every page renders, and does not
 * look inside an encrypted file.
 * @throws FileRejected 'empty', 'unsupported_type' or 'unreadable', if it does not begin and end like a PDF, or if
 * an object stream cannot be opened
 */
export async function inspectPdf(bytes: Buffer): Promise<PdfFacts> {
  if (bytes.length === 0) throw new FileRejected('empty');
  const version = /^%PDF-([12]\.\d)/.exec(bytes.toString('latin1', 0, 16))?.[1];
  if (version === undefined) throw new FileRejected('unsupported_type');
  const tail = bytes.subarray(Math.max(0, bytes.length - tailBytes));
  if (!tail.includes('%%EOF') || !bytes.includes('startxref') || !bytes.includes(' obj')) {
    throw new FileRejected('unreadable');
  }

  const found = new Set<ActiveContent>();
  const objectStreams = new Set<number>();
  let isEncrypted = false;
  for await (const { text, offset } of slices(bytes)) {
    addActiveContent(text, found);
    isEncrypted ||= encryptPattern.test(text);
    for (const match of text.matchAll(objectStreamPattern.global)) objectStreams.add(offset + match.index);
  }
  if (!isEncrypted) {
    for await (const content of inflatedObjectStreams(bytes, objectStreams)) {
      for await (const { text } of slices(content)) addActiveContent(text, found);
    }
  }
  return { version, isEncrypted, activeContent: [...found] };
}

async function* slices(bytes: Buffer): AsyncGenerator<{ text: string; offset: number }> {
  for (let offset = 0; offset < bytes.length; offset += sliceBytes) {
    yield { text: bytes.toString('latin1', offset, offset + sliceBytes + overlapBytes), offset };
    await nextTurn();
  }
}

function addActiveContent(text: string, found: Set<ActiveContent>): void {
  for (const { name, pattern } of activePatterns) {
    if (pattern.test(text)) found.add(name);
  }
}

/**
 * The content of every object stream (ISO 32000-1 §7.5.7), found by the `/ObjStm` in its dictionary. In a valid file
 * these streams do not overlap. A file with overlapping streams could make us read the whole file for each of them, so
 * it is rejected once the bytes read exceed its size by a megabyte.
 */
async function* inflatedObjectStreams(bytes: Buffer, positions: Iterable<number>): AsyncGenerator<Buffer> {
  let inflateBudget = maxInflatedBytes;
  let readBudget = bytes.length + sliceBytes;
  let seen = 0;
  const opened = new Set<number>();
  for (const position of positions) {
    seen += 1;
    if (seen % positionsPerTurn === 0) await nextTurn();
    const keyword = bytes.indexOf('stream', position);
    if (keyword === -1) throw new FileRejected('unreadable');
    const begin = Math.max(0, bytes.lastIndexOf(' obj', position));
    readBudget -= keyword - begin;
    if (readBudget < 0) throw new FileRejected('unreadable');
    const dictionary = bytes.toString('latin1', begin, keyword);
    // Without a filter the stream is plain text, which the scan of the file has covered.
    if (!filterPattern.test(dictionary)) continue;
    if (!flatePattern.test(dictionary)) throw new FileRejected('unreadable');

    const afterKeyword = keyword + 'stream'.length;
    const start = afterKeyword + (bytes[afterKeyword] === 0x0d ? 2 : 1);
    if (opened.has(start)) continue;
    opened.add(start);
    const end = bytes.indexOf('endstream', start);
    if (end === -1) throw new FileRejected('unreadable');
    readBudget -= end - start;
    if (readBudget < 0 || opened.size > maxObjectStreams) throw new FileRejected('unreadable');
    const content = await inflated(bytes.subarray(start, end), inflateBudget);
    inflateBudget -= content.length;
    if (inflateBudget <= 0) throw new FileRejected('unreadable');
    yield content;
  }
}

async function inflated(compressed: Buffer, maxOutputLength: number): Promise<Buffer> {
  try {
    const options = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
    return await inflateAsync(compressed, options);
  } catch (error) {
    throw new FileRejected('unreadable', { cause: error });
  }
}

/** A name as a PDF may write it: any letter may be written as `#` and two hexadecimal digits (ISO 32000-1 §7.3.5). */
function namePattern(name: string): NamePattern {
  const letters = [...name].map((letter) => {
    const hex = letter.charCodeAt(0).toString(16);
    const digits = [...hex].map((digit) => `[${digit}${digit.toUpperCase()}]`).join('');
    return `(?:${letter}|#${digits})`;
  });
  const source = `/${letters.join('')}(?![^\\s()<>[\\]{}/%\\0])`;
  const once = new RegExp(source);
  return { test: (text) => once.test(text), global: new RegExp(source, 'g') };
}

type NamePattern = { test: (text: string) => boolean; global: RegExp };
