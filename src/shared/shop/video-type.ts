export const videoTypes = ['video/mp4', 'video/webm'] as const;
export type VideoType = (typeof videoTypes)[number];

/** The number of bytes at the start of a file that identify its type. */
export const videoTypeBytes = 4096;

/** MP4 brands that browsers play (ISO 14496-12 §4.3). QuickTime and 3GPP are separate containers. */
const mp4Brands = new Set([
  'isom',
  'iso2',
  'iso4',
  'iso5',
  'iso6',
  'mp41',
  'mp42',
  'avc1',
  'dash',
  'M4V ',
  'MSNV',
  'mp71',
  'hvc1',
]);

/** The type of a video by its first bytes, regardless of its name; undefined if it is neither MP4 nor WebM. */
export function readVideoType(start: Uint8Array): VideoType | undefined {
  if (isMp4(start)) return 'video/mp4';
  return isWebm(start) ? 'video/webm' : undefined;
}

/** Whether the file starts with a file type box: length, `ftyp`, major brand, version and compatible brands. */
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

/**
 * Whether the file starts with an EBML header (RFC 8794) whose DocType (0x4282) is `webm`. Browsers do not play other
 * Matroska files.
 */
function isWebm(start: Uint8Array): boolean {
  const magic = [0x1a, 0x45, 0xdf, 0xa3];
  if (!magic.every((byte, index) => start[index] === byte)) return false;
  const header = text(start, 4, 128);
  return header.includes('\x42\x82\x84webm');
}

function text(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
