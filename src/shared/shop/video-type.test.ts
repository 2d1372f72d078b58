import { describe, expect, it } from 'vitest';
import { readVideoType } from './video-type.ts';

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  );
const ebml = [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 0x01];

describe('video type', () => {
  it.each([
    ['MP4 by its major brand', bytes([0, 0, 0, 16], 'ftypisom', [0, 0, 2, 0]), 'video/mp4'],
    ['MP4 by a compatible brand', bytes([0, 0, 0, 24], 'ftypXYZ ', [0, 0, 0, 0], 'fooomp42'), 'video/mp4'],
    ['WebM', bytes(ebml, [0x42, 0x82, 0x84], 'webm'), 'video/webm'],
    ['Matroska', bytes(ebml, [0x42, 0x82, 0x88], 'matroska'), undefined],
    ['QuickTime', bytes([0, 0, 0, 20], 'ftypqt  ', [0, 0, 0, 0], 'isom'), undefined],
    ['3GPP', bytes([0, 0, 0, 20], 'ftyp3gp4', [0, 0, 0, 0], '3gp4'), undefined],
    ['a box longer than the data', bytes([0, 0, 16, 0], 'ftypXYZ ', [0, 0, 0, 0], 'mp42'), undefined],
    ['a minor version that looks like a brand', bytes([0, 0, 0, 16], 'ftypXYZ isom'), undefined],
    ['HTML', bytes('<!doctype html><title>x</title>'), undefined],
    ['PDF', bytes('%PDF-1.7 ftypisom'), undefined],
    ['empty data', bytes(), undefined],
  ])('readVideoType recognizes only MP4 and WebM: %s', (_name, start, type) => {
    expect(readVideoType(start)).toBe(type);
    // The same bytes as a view into a larger buffer.
    expect(readVideoType(new Uint8Array([9, 9, ...start]).subarray(2))).toBe(type);
  });
});
