import { setImmediate as nextTurn } from 'node:timers/promises';
import { createInflate } from 'node:zlib';
import { FileRejected } from './file-rejected.ts';
import { objectStreams } from './object-streams.ts';
import { namePattern } from './pdf-names.ts';

/**
 * `activeContent` lists features that can act on their own or carry other files (ISO 32000-1 §7.11.4, §12.5.6.15,
 * §12.6, §12.7, §13).
 */
export type PdfFacts = { version: string; isEncrypted: boolean; activeContent: ActiveContent[] };

const activeNames = [
  'JavaScript',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'FileAttachment',
  'RichMedia',
  'ImportData',
  'SubmitForm',
  // Links to other files. A PDF viewer may open such a file from a network share, to which Windows then logs in.
  'GoToR',
  'GoToE',
  // Both can run scripts that are not actions of the type `JavaScript`.
  'Rendition',
  'OnInstantiate',
  // Forms whose scripts are in compressed XML.
  'XFA',
] as const;
type ActiveContent = (typeof activeNames)[number];

// The whole file is searched, including its streams. The names are too long to occur by chance in compressed bytes:
// even the shortest occurs by chance in only about one of a thousand files of 50 MB.
const activePatterns = activeNames.map((name) => ({ name, pattern: namePattern(name) }));
const encryptPattern = namePattern('Encrypt');

const tailBytes = 1_024;
const sliceBytes = 1_024 * 1_024;
/** Longer than any of these names with all letters escaped. */
const overlapBytes = 128;
const maxInflatedBytes = 64 * 1_024 * 1_024;
/** Object streams usually contain a hundred objects each, so this is far above any real document. */
const maxObjectStreams = 20_000;

/**
 * Checks the structure of a PDF and searches it for active content, even inside compressed object streams. Meant for
 * files up to 50 MB; yields to other work after every megabyte. Does not prove that every page renders, and does not
 * look inside an encrypted file.
 * @throws FileRejected 'empty'; 'unsupported_type' if the file does not begin like a PDF; 'unreadable' if other parts
 * that every PDF has are missing, or if an object stream cannot be opened
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
  let isEncrypted = false;
  for await (const text of slices(bytes)) {
    addActiveContent(text, found);
    isEncrypted ||= encryptPattern.test(text);
  }
  if (!isEncrypted) {
    for await (const content of inflatedObjectStreams(bytes)) {
      for await (const text of slices(content)) addActiveContent(text, found);
    }
  }
  return { version, isEncrypted, activeContent: [...found] };
}

async function* slices(bytes: Buffer): AsyncGenerator<string> {
  for (let offset = 0; offset < bytes.length; offset += sliceBytes) {
    yield bytes.toString('latin1', offset, offset + sliceBytes + overlapBytes);
    await nextTurn();
  }
}

function addActiveContent(text: string, found: Set<ActiveContent>): void {
  for (const { name, pattern } of activePatterns) {
    if (pattern.test(text)) found.add(name);
  }
}

/**
 * The content of every compressed object stream. Uncompressed ones are searched with the file itself. In a valid file,
 * object streams do not overlap. A file with overlapping streams could make us read the whole file for each of them, so
 * it is rejected when the bytes read exceed its size by a megabyte. A stream ends where its compressed data ends,
 * because `endstream` can also occur in that data.
 */
async function* inflatedObjectStreams(bytes: Buffer): AsyncGenerator<Buffer> {
  let inflateBudget = maxInflatedBytes;
  let readBudget = bytes.length + sliceBytes;
  let opened = 0;
  for await (const { start, isCompressed } of objectStreams(bytes)) {
    if (!isCompressed) continue;
    opened += 1;
    if (opened > maxObjectStreams) throw new FileRejected('unreadable');
    const { content, compressedBytes } = await inflated(bytes.subarray(start), inflateBudget);
    readBudget -= compressedBytes;
    inflateBudget -= content.length;
    if (readBudget < 0 || inflateBudget <= 0) throw new FileRejected('unreadable');
    yield content;
  }
}

/** Inflates the compressed data at the beginning of `bytes`, and ignores what follows it. */
async function inflated(bytes: Buffer, maxOutputLength: number) {
  const engine = createInflate();
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    engine.end(bytes);
    for await (const chunk of engine as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > maxOutputLength) throw new FileRejected('unreadable');
      chunks.push(chunk);
    }
  } catch (error) {
    throw new FileRejected('unreadable', { cause: error });
  }
  return { content: Buffer.concat(chunks), compressedBytes: engine.bytesWritten };
}
