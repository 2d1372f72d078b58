import { DocumentRejected } from './document-rejected.ts';

/**
 * Accepts captions: UTF-8 text that begins with WEBVTT and has a cue (WebVTT §4.1).
 * @throws DocumentRejected
 */
export function inspectCaptions(bytes: Buffer): void {
  if (bytes.length === 0) throw new DocumentRejected('empty');
  const text = decoded(bytes);
  const isWebVtt = /^WEBVTT(?:[ \t][^\r\n]*)?(?:\r\n|\r|\n)/.test(text);
  if (!isWebVtt || text.includes('\0') || !text.includes('-->')) throw new DocumentRejected('not_captions');
}

function decoded(bytes: Buffer): string {
  try {
    // Also removes the byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new DocumentRejected('not_captions', { cause });
  }
}
