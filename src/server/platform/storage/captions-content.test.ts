import { expect, it } from 'vitest';
import { inspectCaptions } from './captions-content.ts';

const cue = '00:00.000 --> 00:02.000\nWelcome to the river.\n';

it.each([
  ['without a header text', `WEBVTT\n\n${cue}`],
  ['with a header text and Windows line endings', `WEBVTT - River play\r\n\r\n${cue}`],
  ['with a byte order mark', `\ufeffWEBVTT\n\n${cue}`],
])('accepts captions %s', (_name, text) => {
  expect(() => inspectCaptions(Buffer.from(text))).not.toThrow();
});

it.each([
  ['SubRip', Buffer.from(`1\n00:00:00,000 --> 00:00:02,000\nWelcome\n`)],
  ['another signature', Buffer.from(`WEBVTTX\n\n${cue}`)],
  ['HTML', Buffer.from('<script>alert(1)</script> -->')],
  ['a file without a cue', Buffer.from('WEBVTT\n\n')],
  ['a file with a NUL', Buffer.from(`WEBVTT\n\n${cue}\0`)],
  ['invalid UTF-8', Buffer.concat([Buffer.from(`WEBVTT\n\n${cue}`), Buffer.from([0xff, 0xfe])])],
  ['an empty file', Buffer.alloc(0)],
])('rejects %s', (_name, bytes) => {
  expect(() => inspectCaptions(bytes)).toThrow(expect.objectContaining({ name: 'FileRejected' }));
});
