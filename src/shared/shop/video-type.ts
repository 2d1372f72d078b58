export const videoTypes = ['video/mp4', 'video/webm'] as const;
export type VideoType = (typeof videoTypes)[number];

/** The number of bytes at the start of a file that identify its type. */
export const videoTypeBytes = 4096;

/** Brands of MP4 that browsers play (ISO 14496-12 §4.3); QuickTime and 3GPP are containers of their own. */
const mp4Brands = new Set([
  ...['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'M4V ', 'MSNV', 'mp71', 'hvc1'],
]);

/** The kind of a video by its first bytes, whatever its name says; undefined when it is neither. */
export function readVideoType(start: Uint8Array): VideoType | undefined {
  if (isMp4(start)) return 'video/mp4';
  return isWebm(start) ? 'video/webm' : undefined;
}

/** A file type box: its length, `ftyp`, the major brand, a version, and the brands that it is compatible with. */
function isMp4(start: Uint8Array): boolean {
  if (start.length < 16 || text(start, 4, 8) !== 'ftyp') return false;
  const boxBytes = new DataView(start.buffer, start.byteOffset).getUint32(0);
  if (boxBytes < 16 || boxBytes % 4 !== 0 || boxBytes > start.length) return false;
  if (text(start, 8, 12) === 'qt  ') return false;
  for (let offset = 8; offset < boxBytes; offset += 4) {
    if (offset !== 12 && mp4Brands.has(text(start, offset, offset + 4))) return true;
  }
  return false;
}

/** An EBML header (RFC 8794) whose DocType (0x4282) is `webm`; other Matroska is not played by browsers. */
function isWebm(start: Uint8Array): boolean {
  const magic = [0x1a, 0x45, 0xdf, 0xa3];
  if (!magic.every((byte, index) => start[index] === byte)) return false;
  const header = text(start, 4, 128);
  return header.includes('\x42\x82\x84webm');
}

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
