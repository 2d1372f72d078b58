/**
 * What an MP4 file states about its audio. Undefined if the file is damaged, or contains anything but the expected
 * audio.
 */
export type AudioFacts = { seconds: number } | undefined;

/** Boxes that contain boxes (ISO/IEC 14496-12). */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf']);

/** The audio of an MP4 file with one track of AAC or Opus, fragmented or not, as browsers record it. */
export function readMp4Audio(bytes: Buffer): AudioFacts {
  let timescale = 0;
  let duration = 0;
  let defaultDuration = 0;
  let fragmentDuration = 0;
  const handlers: string[] = [];
  const codecs: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (at + 8 > bytes.length) return undefined;
    const type = bytes.toString('latin1', at + 4, at + 8);
    const size = bytes.readUInt32BE(at);
    if (containers.has(type)) {
      at += 8;
      continue;
    }
    // Size 0: up to the end of the file. Size 1: a 64-bit size follows the type.
    const start = at + (size === 1 ? 16 : 8);
    if (start > bytes.length) return undefined;
    const stated = size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size;
    const next = size === 0 ? bytes.length : at + stated;
    if (next < start || next > bytes.length) return undefined;
    const box = bytes.subarray(start, next);
    try {
      if (type === 'mdhd') ({ timescale, duration } = readMediaHeader(box));
      if (type === 'hdlr') handlers.push(box.toString('latin1', 8, 12));
      if (type === 'stsd') codecs.push(box.toString('latin1', 12, 16));
      if (type === 'trex') defaultDuration = box.readUInt32BE(12);
      if (type === 'tfhd') fragmentDuration = readFragmentDuration(box) ?? defaultDuration;
      if (type === 'trun') duration += readRun(box, fragmentDuration);
    } catch {
      // A box that is too short for its fields.
      return undefined;
    }
    at = next;
  }
  const isAudio = handlers.length === 1 && handlers[0] === 'soun' && codecs.length === 1;
  const isKnown = codecs[0] === 'mp4a' || codecs[0] === 'Opus';
  return isAudio && isKnown && timescale > 0 && duration > 0 ? { seconds: duration / timescale } : undefined;
}

function readMediaHeader(box: Buffer): { timescale: number; duration: number } {
  if (box[0] === 1) return { timescale: box.readUInt32BE(20), duration: Number(box.readBigUInt64BE(24)) };
  return { timescale: box.readUInt32BE(12), duration: box.readUInt32BE(16) };
}

/** The default duration of a fragment's samples, if its `tfhd` box states one. */
function readFragmentDuration(box: Buffer): number | undefined {
  const flags = box.readUIntBE(1, 3);
  if ((flags & 0x8) === 0) return undefined;
  return box.readUInt32BE(8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0));
}

/** The total duration of the samples of a track run, from its `trun` box. */
function readRun(box: Buffer, defaultDuration: number): number {
  const flags = box.readUIntBE(1, 3);
  const samples = box.readUInt32BE(4);
  if ((flags & 0x100) === 0) return samples * defaultDuration;
  const first = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0);
  const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  let duration = 0;
  for (let sample = 0; sample < samples; sample += 1) duration += box.readUInt32BE(first + sample * step);
  return duration;
}
