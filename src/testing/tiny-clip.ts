/** An Ogg Opus file that claims to last this many seconds, but contains only one packet of silence. */
export function tinyOggClip(seconds: number): Buffer {
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])]);
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);
  // One frame of 20 ms without sound.
  const silence = Buffer.from([0xf8, 0xff, 0xfe]);
  return Buffer.concat([
    oggPage(head, { number: 0, flags: 2, samples: 0 }),
    oggPage(tags, { number: 1, flags: 0, samples: 0 }),
    oggPage(silence, { number: 2, flags: 4, samples: seconds * 48_000 }),
  ]);
}

function oggPage(
  content: Buffer,
  { number, flags, samples }: { number: number; flags: number; samples: number },
): Buffer {
  const header = Buffer.alloc(28);
  header.write('OggS');
  header[5] = flags;
  header.writeBigInt64LE(BigInt(samples), 6);
  header.writeUInt32LE(7, 14);
  header.writeUInt32LE(number, 18);
  header[26] = 1;
  header[27] = content.length;
  return Buffer.concat([header, content]);
}
