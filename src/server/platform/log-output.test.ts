import { execFileSync } from 'node:child_process';
import fs, { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLogOutput } from './log-output.ts';

let folder: string;
let file: string;
let fd: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'academy-log-'));
  file = path.join(folder, 'log');
  fd = openSync(file, 'a');
});
afterEach(() => {
  vi.restoreAllMocks();
  closeSync(fd);
  rmSync(folder, { recursive: true });
});

const written = () => readFileSync(file, 'utf8');
const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });

/** @returns a function that ends the fault */
function fillDisk(): () => void {
  const write = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw full;
  });
  return () => write.mockRestore();
}

it('writes a line after a short time, and many lines completely and in order', async () => {
  const output = openLogOutput(fd, () => undefined);
  output.write('first\n');
  await expect.poll(written).toBe('first\n');
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}\n`);
  for (const line of lines) output.write(line);
  await expect.poll(written).toBe(`first\n${lines.join('')}`);
});

it('keeps lines while the disk is full, and logs how many lines it had to drop', async () => {
  const lineOf = (text: string) => `${text.padEnd(199)}\n`;
  const output = openLogOutput(fd, (lines) => output.write(lineOf(`lost ${lines}`)));
  const endFault = fillDisk();
  const line = lineOf('kept');
  output.write(line);
  await expect.poll(() => vi.mocked(fs.writeSync).mock.calls.length).toBeGreaterThan(1);
  for (let count = 1; count < 25_000; count += 1) output.write(line);
  endFault();
  // The limit does not count the first line, because the output has already tried to write it.
  const kept = 1 + Math.floor((4 * 1024 * 1024) / line.length);
  await expect.poll(() => written().length).toBe((kept + 1) * line.length);
  expect(written().endsWith(`\n${lineOf(`lost ${25_000 - kept}`)}`)).toBe(true);
});

it('writes waiting lines at the end of the process', async () => {
  const output = openLogOutput(fd, () => undefined);
  output.write('last\n');
  output.flushSync();
  output.flushSync();
  expect(written()).toBe('last\n');
});

it('does not wait at the end of the process if the disk is full', () => {
  // The device stays open, because the output keeps writing to its file descriptor. After a close,
  // another file could get the descriptor.
  const device = openSync('/dev/full', 'w');
  const output = openLogOutput(device, () => undefined);
  output.write('last\n');
  output.flushSync();
});

it('waits only briefly, at the end of the process, for a reader that has stopped reading', () => {
  const output = openLogOutput(fd, () => undefined);
  const write = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('EAGAIN'), { code: 'EAGAIN' });
  });
  output.write('last\n');
  const startedAt = performance.now();
  output.flushSync();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(write.mock.calls.length).toBeGreaterThan(1);
  write.mockRestore();
  output.flushSync();
  expect(written()).toBe('last\n');
});

it('writes each line once, complete and in order, even if a pipe is full at the end of the process', async () => {
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const pipeFd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const output = openLogOutput(pipeFd, () => undefined);
  // A pipe takes 64 KB in one write, so a write ends in the middle of a line, or even of a character.
  const lines = Array.from({ length: 1_000 }, (_, index) => `${index} ${'é'.repeat(100)}\n`);
  for (const line of lines.slice(0, 300)) output.write(line);
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const line of lines.slice(300)) output.write(line);
  output.flushSync();
  const chunks: Buffer[] = [];
  await expect.poll(() => readAvailable(pipeFd, chunks)).toBe(lines.join(''));
  closeSync(pipeFd);
});

/** Reads until the pipe is empty. @returns the text of all chunks */
function readAvailable(pipeFd: number, chunks: Buffer[]): string {
  const chunk = Buffer.alloc(65_536);
  try {
    for (;;) chunks.push(Buffer.from(chunk.subarray(0, readSync(pipeFd, chunk))));
  } catch (error) {
    expect(error).toMatchObject({ code: 'EAGAIN' });
  }
  return Buffer.concat(chunks).toString();
}
