import { expect, it } from 'vitest';
import { uploadProgressText } from './upload-progress-text.ts';

const mebibyte = 1024 * 1024;
const progress = {
  percent: 0,
  loadedBytes: 0,
  totalBytes: 4.8 * mebibyte,
  secondsLeft: undefined,
  waiting: false,
};

it.each([
  [{}, '0 of 4.8 MB'],
  [{ loadedBytes: 2.1 * mebibyte, secondsLeft: 5.2 }, '2.1 of 4.8 MB, 6 s left'],
  [{ loadedBytes: 300 * 1024, secondsLeft: 61 }, '300 kB of 4.8 MB, 2 min left'],
  [{ loadedBytes: 100 * 1024, totalBytes: 820 * 1024, secondsLeft: 0 }, '100 of 820 kB, 1 s left'],
  [{ waiting: true }, 'Connection lost, trying again...'],
])('says %j as %s', (part, text) => expect(uploadProgressText({ ...progress, ...part })).toBe(text));
