/** IDs of the EBML elements of a WebM file with one VP8 track (RFC 8794, RFC 9559). */
export const webmIds = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const;

/** An unsigned integer, big-endian, with the minimum number of bytes. */
function bytesOf(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}

/** The size of an element as an EBML variable-length integer of one byte if it fits, otherwise of eight. */
function sizeOf(length: number): Buffer {
  if (length < 127) return Buffer.from([0x80 | length]);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(length) | (1n << 56n));
  return size;
}

export function element(id: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([bytesOf(id), sizeOf(body.length), body]);
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

/** Always four bytes, so that the length of the index does not depend on the positions in it. */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function cluster(startMs: number, frame: Buffer): Buffer {
  // Track 1, at the cluster's timestamp, a key frame.
  const blockHead = Buffer.from([0x81, 0, 0, 0x80]);
  return element(
    webmIds.cluster,
    element(webmIds.timestamp, fixed(startMs)),
    element(webmIds.simpleBlock, blockHead, frame),
  );
}

/** Extracts the VP8 key frame from a lossy WebP image, for example one created by a canvas. */
export function vp8FrameOf(webp: Buffer): Buffer {
  const at = webp.indexOf('VP8 ');
  if (at < 0) throw new Error('the image is not a lossy WebP');
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4));
}

export type TinyWebmOptions = { seconds: number; width: number; height: number; hasDuration: boolean };

/**
 * A WebM video of `seconds` seconds that browsers can play and seek. It contains one image as a key frame per second.
 * @param frame - VP8 key frame of `width` by `height` pixels
 * @param hasDuration - false omits the duration and the index, as in a video recorded by a browser
 */
export function tinyWebm(frame: Buffer, { seconds, ...options }: TinyWebmOptions): Buffer {
  const slides = Array.from({ length: seconds }, (_, second) => ({ startMs: second * 1000, frame }));
  return slidesWebm(slides, { ...options, seconds });
}

/** A still picture of a video, shown until the next one. `frame` is a VP8 key frame. */
export type Slide = { startMs: number; frame: Buffer };

/** A silent WebM video of still pictures of `width` by `height` pixels. */
export function slidesWebm(
  slides: readonly Slide[],
  { seconds, width, height, hasDuration }: TinyWebmOptions,
): Buffer {
  const header = element(webmIds.header, element(webmIds.docType, Buffer.from('webm')));
  const info = element(
    webmIds.info,
    element(webmIds.timestampScale, bytesOf(1_000_000)),
    ...(hasDuration ? [element(webmIds.duration, float(seconds * 1000))] : []),
    element(webmIds.muxingApp, Buffer.from('academy tests')),
    element(webmIds.writingApp, Buffer.from('academy tests')),
  );
  const tracks = element(
    webmIds.tracks,
    element(
      webmIds.trackEntry,
      element(webmIds.trackNumber, bytesOf(1)),
      element(webmIds.trackUid, bytesOf(1)),
      element(webmIds.trackType, bytesOf(1)),
      element(webmIds.codecId, Buffer.from('V_VP8')),
      element(
        webmIds.video,
        element(webmIds.pixelWidth, bytesOf(width)),
        element(webmIds.pixelHeight, bytesOf(height)),
      ),
    ),
  );
  const clusters = slides.map(({ startMs, frame }) => cluster(startMs, frame));
  if (!hasDuration) return Buffer.concat([header, element(webmIds.segment, info, tracks, ...clusters)]);
  const cuesAt = (firstCluster: number) => {
    let position = firstCluster;
    return element(
      webmIds.cues,
      ...clusters.map((bytes, index) => {
        const point = element(
          webmIds.cuePoint,
          element(webmIds.cueTime, fixed(slides[index]?.startMs ?? 0)),
          element(
            webmIds.cueTrackPositions,
            element(webmIds.cueTrack, bytesOf(1)),
            element(webmIds.cueClusterPosition, fixed(position)),
          ),
        );
        position += bytes.length;
        return point;
      }),
    );
  };
  const cues = cuesAt(info.length + tracks.length + cuesAt(0).length);
  return Buffer.concat([header, element(webmIds.segment, info, tracks, cues, ...clusters)]);
}
