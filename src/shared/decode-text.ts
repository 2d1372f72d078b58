/**
 * Decodes a text file: UTF-16 if the first bytes say so, else UTF-8 if the bytes are valid, else Windows-1252, in which
 * Excel writes CSV files in Western Europe and old poker clients wrote euro signs.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // UTF-16 without a byte order mark has zero bytes next to Latin letters.
  if (second === 0 && first !== 0) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
