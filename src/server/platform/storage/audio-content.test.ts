import { describe, expect, it } from 'vitest';
import { tinyOggClip } from '../../../testing/tiny-clip.ts';
import { element, tinyWebm, webmIds } from '../../../testing/tiny-webm.ts';
import { inspectClip } from './audio-content.ts';

const size8 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};
/** The size that recorders write for the segment and its clusters, whose real size they do not know yet. */
const unknownSize = size8(0x01ffffffffffffffn);
const idOf = (id: number) => Buffer.from(id.toString(16), 'hex');

/** A WebM clip with one block of sound per second. */
function webmClip(seconds: number, { type = 2, codec = 'A_OPUS', tracks = 1 } = {}): Buffer {
  const track = element(
    webmIds.trackEntry,
    element(webmIds.trackNumber, Buffer.from([1])),
    element(webmIds.trackType, Buffer.from([type])),
    element(webmIds.codecId, Buffer.from(codec)),
  );
  const clusters = Array.from({ length: seconds + 1 }, (_, second) => {
    const time = Buffer.alloc(4);
    time.writeUInt32BE(second * 1_000);
    return Buffer.concat([
      idOf(webmIds.cluster),
      unknownSize,
      element(webmIds.timestamp, time),
      element(webmIds.simpleBlock, Buffer.from([0x81, 0, 0, 0x80, 0xf8, 0xff, 0xfe])),
    ]);
  });
  return Buffer.concat([
    element(webmIds.header, element(webmIds.docType, Buffer.from('webm'))),
    idOf(webmIds.segment),
    unknownSize,
    element(webmIds.info, element(webmIds.timestampScale, Buffer.from([0x0f, 0x42, 0x40]))),
    element(webmIds.tracks, ...Array.from({ length: tracks }, () => track)),
    ...clusters,
  ]);
}

function box(type: string, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length + 8);
  return Buffer.concat([size, Buffer.from(type, 'latin1'), body]);
}
const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, index * 4);
  });
  return bytes;
};

type Mp4 = { handler?: string; codec?: string; fragments?: number };

/** An M4A file, complete or in fragments of one second. */
function mp4Clip(seconds: number, { handler = 'soun', codec = 'mp4a', fragments = 0 }: Mp4 = {}): Buffer {
  const isComplete = fragments === 0;
  return Buffer.concat([
    box('ftyp', Buffer.from('M4A isomM4A isom')),
    box(
      'moov',
      box(
        'trak',
        box(
          'mdia',
          box('mdhd', numbers(0, 0, 0, 48_000, isComplete ? seconds * 48_000 : 0, 0)),
          box('hdlr', numbers(0, 0), Buffer.from(handler), numbers(0, 0, 0)),
          box('minf', box('stbl', box('stsd', numbers(0, 1, 36), Buffer.from(codec), numbers(0, 0)))),
        ),
      ),
      ...(isComplete ? [] : [box('mvex', box('trex', numbers(0, 1, 1, 960, 0, 0)))]),
    ),
    ...Array.from({ length: fragments }, () =>
      box('moof', box('traf', box('tfhd', numbers(0, 1)), box('trun', numbers(0, 50)))),
    ),
  ]);
}

/** Appends the sound in a box whose size has 64 bits, as some recorders write it even for a short clip. */
function withLargeSound(clip: Buffer): Buffer {
  const sound = Buffer.alloc(100);
  return Buffer.concat([clip, numbers(1), Buffer.from('mdat'), size8(BigInt(sound.length + 16)), sound]);
}

describe('voice clips', () => {
  it.each([
    ['WebM as browsers record it', webmClip(7), 'audio/webm', 7],
    ['Ogg', tinyOggClip(42), 'audio/ogg', 42],
    ['M4A', mp4Clip(12), 'audio/mp4', 12],
    ['M4A in fragments', mp4Clip(0, { fragments: 9 }), 'audio/mp4', 9],
    ['M4A with a 64-bit size', withLargeSound(mp4Clip(12)), 'audio/mp4', 12],
  ])('%s is accepted, with its duration', (_, bytes, contentType, seconds) => {
    expect(inspectClip(bytes)).toEqual({ contentType, seconds });
  });

  it.each([
    ['WebM', webmClip(182)],
    ['Ogg', tinyOggClip(182)],
    ['M4A', mp4Clip(182)],
    ['M4A in fragments', mp4Clip(0, { fragments: 182 })],
  ])('%s of more than three minutes is rejected', (_, bytes) => {
    expect(() => inspectClip(bytes)).toThrow('longer than three minutes');
  });

  it.each([
    ['a WebM video', tinyWebm(Buffer.from('frame'), { seconds: 2, width: 2, height: 2, hasDuration: true })],
    ['WebM with another codec', webmClip(2, { codec: 'A_VORBIS' })],
    ['WebM with two tracks', webmClip(2, { tracks: 2 })],
    ['WebM without sound', webmClip(-1)],
    ['M4A with video', mp4Clip(2, { handler: 'vide', codec: 'avc1' })],
    ['M4A without a duration', mp4Clip(0)],
    ['an MP3', Buffer.concat([Buffer.from('ID3'), Buffer.alloc(64)])],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script><p>Hello</p>')],
    ['an empty file', Buffer.alloc(0)],
  ])('%s is rejected', (_, bytes) => {
    expect(() => inspectClip(bytes)).toThrow('This is not a voice clip');
  });

  it('a truncated clip is either rejected, or accepted with at most the duration of the whole clip', () => {
    for (const whole of [
      webmClip(3),
      tinyOggClip(3),
      mp4Clip(3),
      mp4Clip(0, { fragments: 3 }),
      withLargeSound(mp4Clip(3)),
    ]) {
      for (let length = 0; length < whole.length; length += 1) {
        try {
          expect(inspectClip(whole.subarray(0, length)).seconds).toBeLessThanOrEqual(3);
        } catch (error) {
          expect(String(error)).toContain('This is not a voice clip');
        }
      }
    }
  });
});
