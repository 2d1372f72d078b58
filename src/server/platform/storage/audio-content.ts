import { voiceClipSeconds } from '../../../shared/limits.ts';
import { FileRejected } from './file-rejected.ts';
import { type AudioFacts, readMp4Audio } from './mp4-audio.ts';

export type ClipFacts = { contentType: 'audio/webm' | 'audio/ogg' | 'audio/mp4'; seconds: number };

/**
 * Reads a voice clip completely: WebM or Ogg with Opus, or MP4 with AAC or Opus, without video.
 * @throws FileRejected for other content, and for more than three minutes
 */
export function inspectClip(bytes: Buffer): ClipFacts {
  const contentType = containerOf(bytes);
  const readers = { 'audio/webm': readWebmOpus, 'audio/ogg': readOggOpus, 'audio/mp4': readMp4Audio };
  const facts = contentType && readers[contentType](bytes);
  if (!contentType || !facts) throw new FileRejected('not_a_clip');
  // A recorder stops slightly late.
  if (facts.seconds > voiceClipSeconds + 1) throw new FileRejected('clip_too_long');
  return { contentType, seconds: Math.min(Math.round(facts.seconds), voiceClipSeconds) };
}

function containerOf(bytes: Buffer): ClipFacts['contentType'] | undefined {
  if (bytes.length < 32) return undefined;
  if (bytes.readUInt32BE(0) === 0x1a45dfa3) return 'audio/webm';
  if (bytes.toString('latin1', 0, 4) === 'OggS') return 'audio/ogg';
  return bytes.toString('latin1', 4, 8) === 'ftyp' ? 'audio/mp4' : undefined;
}

/** IDs of the WebM elements whose children are read (RFC 9559). In a recording, the first two may have no size. */
const masterElements = new Set([0x18538067, 0x1f43b675, 0x1a45dfa3, 0x1549a966, 0x1654ae6b, 0xae, 0xa0]);

/** The audio of a WebM file with one Opus track. */
function readWebmOpus(bytes: Buffer): AudioFacts {
  let scale = 1_000_000;
  let clusterAt = 0;
  let end: number | undefined;
  const trackTypes: number[] = [];
  const codecs: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const id = readVint(bytes, at, true);
    const size = id && readVint(bytes, at + id.length, false);
    if (!id || !size) return undefined;
    const start = at + id.length + size.length;
    if (masterElements.has(id.value)) {
      at = start;
      continue;
    }
    const next = start + size.value;
    if (next > bytes.length) return undefined;
    const content = bytes.subarray(start, next);
    if (id.value === 0x2ad7b1) scale = readInteger(content);
    if (id.value === 0xe7) clusterAt = readInteger(content);
    if (id.value === 0x83) trackTypes.push(readInteger(content));
    if (id.value === 0x86) codecs.push(content.toString('latin1'));
    // A simple block or a block: the number of the track in one byte, then its time in the cluster.
    if ((id.value === 0xa3 || id.value === 0xa1) && content.length >= 4) {
      end = Math.max(end ?? 0, clusterAt + content.readInt16BE(1));
    }
    at = next;
  }
  // Type 2 is audio.
  const isOpus =
    trackTypes.length === 1 && trackTypes[0] === 2 && codecs.length === 1 && codecs[0] === 'A_OPUS';
  return isOpus && end !== undefined ? { seconds: (end * scale) / 1e9 } : undefined;
}

/**
 * A number of variable length.
 * @param keepsMark - whether the value includes the bit that marks the length, as in IDs
 */
function readVint(
  bytes: Buffer,
  at: number,
  keepsMark: boolean,
): { value: number; length: number } | undefined {
  const first = bytes[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return undefined;
  const rest = readInteger(bytes.subarray(at + 1, at + length));
  return { value: (keepsMark ? first : first & (0xff >> length)) * 256 ** (length - 1) + rest, length };
}

function readInteger(bytes: Buffer): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

const opusRate = 48_000;

/** The audio of an Ogg file with one Opus stream (RFC 7845). */
function readOggOpus(bytes: Buffer): AudioFacts {
  let serial: number | undefined;
  let samples = 0;
  for (let at = 0; at < bytes.length; ) {
    if (at + 27 > bytes.length || bytes.toString('latin1', at, at + 4) !== 'OggS') return undefined;
    const segments = bytes[at + 26] ?? 0;
    const start = at + 27 + segments;
    const length = bytes.subarray(at + 27, start).reduce((sum, size) => sum + size, 0);
    if (start + length > bytes.length) return undefined;
    const stream = bytes.readUInt32LE(at + 14);
    if (serial === undefined && bytes.toString('latin1', start, start + 8) !== 'OpusHead') return undefined;
    serial ??= stream;
    if (stream !== serial) return undefined;
    const position = bytes.readBigInt64LE(at + 6);
    if (position > 0n) samples = Math.max(samples, Number(position));
    at = start + length;
  }
  return samples > 0 ? { seconds: samples / opusRate } : undefined;
}
