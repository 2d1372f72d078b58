import { FileRejected } from './file-rejected.ts';

/**
 * Accepts captions: UTF-8 text that begins with WEBVTT and contains the arrow of a cue's times (WebVTT §4.1).
 * @throws FileRejected
 */
export function inspectCaptions(bytes: Buffer): void {
  if (bytes.length === 0) throw new FileRejected('empty');
  const text = decoded(bytes);
  const isWebVtt = /^WEBVTT(?:[ \t][^\r\n]*)?(?:\r\n|\r|\n)/.test(text);
  if (!isWebVtt || text.includes('\0') || !text.includes('-->')) throw new FileRejected('not_captions');
}

function decoded(bytes: Buffer): string {
  try {
    // Also removes the byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new FileRejected('not_captions', { cause });
  }
}
