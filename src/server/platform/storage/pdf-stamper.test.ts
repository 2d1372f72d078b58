import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { deflateSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterEach, describe, expect, it } from 'vitest';
import { NotStampable } from './not-stampable.ts';
import { createPdfStamper, type PdfStamper } from './pdf-stamper.ts';
import { type StampProcess, startStampProcess } from './stamp-process.ts';

function pdfOf(kids: string, objects: string): Buffer {
  return Buffer.from(
    [
      '%PDF-1.7',
      '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj',
      `2 0 obj\n<< /Type /Pages /Count 1 /Kids [${kids}] >>\nendobj`,
      '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>\nendobj',
      objects,
      'trailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
    ].join('\n'),
    'latin1',
  );
}

/** Sixty megabytes of numbers, compressed to sixty kilobytes. */
function decompressionBomb(): Buffer {
  const body = deflateSync(Buffer.from(`7 0 [${'1 '.repeat(30_000_000)}]`)).toString('latin1');
  return pdfOf(
    '3 0 R',
    `5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${body.length} >>\nstream\n${body}\nendstream\nendobj`,
  );
}

/** A page tree in which each node contains the next one twice: a billion pages in three kilobytes. */
function doubling(): Buffer {
  const depth = 30;
  const node = (number: number) =>
    `${number} 0 obj << /Type /Pages /Parent 2 0 R /Count 2 /Kids [${number + 1} 0 R ${number + 1} 0 R] >> endobj`;
  const nodes = Array.from({ length: depth }, (_, level) => node(level + 10));
  return pdfOf(
    '10 0 R',
    `${nodes.join('\n')}\n${depth + 10} 0 obj << /Type /Page /Parent ${depth + 9} 0 R /MediaBox [0 0 9 9] >> endobj`,
  );
}

const small = pdfOf('3 0 R', '');
const tooLarge = { name: 'NotStampable', problem: 'too_large' };

const open: PdfStamper[] = [];
afterEach(async () => {
  for (const stamper of open.splice(0)) await stamper.close();
});

/** A stamper, and its processes in the order in which they were started. */
function openStamper(options: Parameters<typeof createPdfStamper>[0] = {}) {
  const started: StampProcess[] = [];
  const start: typeof startStampProcess = (onEnd) => {
    const worker = (options.start ?? startStampProcess)(onEnd);
    started.push(worker);
    return worker;
  };
  // The process stays alive even if a test is slow to send its next file.
  const stamper = createPdfStamper({ idleMs: 600_000, ...options, start });
  open.push(stamper);
  return { stamper, started };
}

/** A killed process that has not been reaped counts as ended. */
function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

describe('stamping', () => {
  it('stamps a small file with the given text', async () => {
    const stamped = await openStamper().stamper.stamp(small, 'Dana');
    const task = getDocument({ data: Uint8Array.from(stamped), verbosity: 0 });
    const document = await task.promise;
    expect(document.numPages).toBe(1);
    const { items } = await (await document.getPage(1)).getTextContent();
    expect(items.map((item) => ('str' in item ? item.str : '')).join('')).toContain('Dana');
    await task.destroy();
  });

  it.each([
    ['decompresses to more than the memory limit', decompressionBomb],
    ['has a billion pages', doubling],
  ])('rejects a small file that %s, without blocking the event loop', async (_what, make) => {
    const { stamper } = openStamper();
    const bytes = make();
    expect(bytes.length).toBeLessThan(100_000);
    const delays = monitorEventLoopDelay({ resolution: 10 });
    delays.enable();
    await expect(stamper.stamp(bytes, 'Dana')).rejects.toBeInstanceOf(NotStampable);
    delays.disable();
    expect(delays.max / 1e6).toBeLessThan(5_000);
    expect((await stamper.stamp(small, 'Dana')).length).toBeGreaterThan(200);
  });

  it('rejects a file whose stamping takes too long, and ends the stamping process', async () => {
    const { stamper, started } = openStamper({ timeoutMs: 1 });
    await expect(stamper.stamp(small, 'Dana')).rejects.toMatchObject(tooLarge);
    await expect.poll(() => isRunning(started[0]?.pid)).toBe(false);
  });
});

describe('the stamper', () => {
  it("stamps several files in one process, which does not get the server's environment", async () => {
    const { stamper, started } = openStamper();
    const files = await Promise.all(['Dana', 'Erin', 'Ivo'].map((name) => stamper.stamp(small, name)));
    expect(files).toHaveLength(3);
    expect(started).toHaveLength(1);
    const environment = readFileSync(`/proc/${started[0]?.pid}/environ`, 'latin1')
      .split('\0')
      .filter(Boolean);
    expect(environment.filter((entry) => !entry.startsWith('NODE_CHANNEL_'))).toEqual([]);
  });

  it.each([
    ['has stamped its maximum number of files', { maxFiles: 2 }, 2],
    ['uses too much memory after a file', { maxRestingBytes: 1 }, 1],
  ])('replaces a process that %s', async (_what, limits, files) => {
    const { stamper, started } = openStamper(limits);
    for (let file = 0; file < files; file += 1) await stamper.stamp(small, 'Dana');
    expect(started).toHaveLength(1);
    await stamper.stamp(small, 'Dana');
    expect(started).toHaveLength(2);
    expect(isRunning(started[0]?.pid)).toBe(false);
  });

  it('ends the process after a time without files, and starts another for the next file', async () => {
    const { stamper, started } = openStamper({ idleMs: 20 });
    await stamper.stamp(small, 'Dana');
    await expect.poll(() => isRunning(started[0]?.pid)).toBe(false);
    expect((await stamper.stamp(small, 'Dana')).length).toBeGreaterThan(200);
    expect(started).toHaveLength(2);
  });

  it('rejects a file that kills a newly started process', async () => {
    const { stamper, started } = openStamper({
      start(onEnd) {
        const worker = startStampProcess(onEnd);
        if (started.length === 0) process.kill(worker.pid ?? 0, 'SIGKILL');
        return worker;
      },
    });
    await expect(stamper.stamp(small, 'Dana')).rejects.toMatchObject(tooLarge);
    expect((await stamper.stamp(small, 'Erin')).length).toBeGreaterThan(200);
    expect(started).toHaveLength(2);
  });

  it('stamps a file in a new process if the process was killed after the previous file', async () => {
    const { stamper, started } = openStamper();
    await stamper.stamp(small, 'Dana');
    process.kill(started[0]?.pid ?? 0, 'SIGKILL');
    expect((await stamper.stamp(small, 'Erin')).length).toBeGreaterThan(200);
    expect(started).toHaveLength(2);
  });

  it('stamps one file at a time', async () => {
    let running = 0;
    const inProgress: number[] = [];
    const { stamper } = openStamper({
      start: () => ({
        pid: undefined,
        async run() {
          running += 1;
          inProgress.push(running);
          await new Promise(setImmediate);
          running -= 1;
          return { stamped: small, residentBytes: 0 };
        },
        end: async () => undefined,
      }),
    });
    await Promise.all(Array.from({ length: 20 }, (_, index) => stamper.stamp(small, `Dana ${index}`)));
    expect(inProgress).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it('does not reuse a process after a timeout, because the late response could still arrive', async () => {
    const requests: string[] = [];
    const { stamper, started } = openStamper({
      start: () => ({
        pid: undefined,
        async run({ line }) {
          requests.push(`${started.length} ${line}`);
          if (line === 'Dana') throw new NotStampable('too_large');
          return { stamped: small, residentBytes: 0 };
        },
        end: async () => undefined,
      }),
    });
    await stamper.stamp(small, 'Ivo');
    await expect(stamper.stamp(small, 'Dana')).rejects.toMatchObject(tooLarge);
    await stamper.stamp(small, 'Erin');
    expect(requests).toEqual(['1 Ivo', '1 Dana', '2 Erin']);
  });

  it('ends the process when the stamper is closed, even in the middle of a file, and rejects the pending calls', async () => {
    const { stamper, started } = openStamper();
    await stamper.stamp(small, 'Dana');
    // Decompressing this file takes several seconds or exhausts the memory of the process.
    const current = expect(stamper.stamp(decompressionBomb(), 'Dana')).rejects.toThrow(
      'stamping was stopped',
    );
    const waiting = expect(stamper.stamp(small, 'Erin')).rejects.toThrow('stamping was stopped');
    await stamper.close();
    await Promise.all([current, waiting]);
    expect(started.filter(({ pid }) => isRunning(pid))).toEqual([]);
  });
});

describe('a program that has stamped a file and does not close the stamper', () => {
  /** @returns the process, and the PID of its stamping process */
  async function runProgram(after: string): Promise<{ child: ChildProcess; stamping: number }> {
    const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
    const program = `
      const { createPdfStamper } = await import(${urlOf('./pdf-stamper.ts')});
      const { startStampProcess } = await import(${urlOf('./stamp-process.ts')});
      const start = (onEnd) => {
        const worker = startStampProcess(onEnd);
        console.log(worker.pid);
        return worker;
      };
      const stamper = createPdfStamper({ idleMs: 600_000, start });
      await stamper.stamp(Buffer.from(${JSON.stringify(small.toString('latin1'))}, 'latin1'), 'Dana');
      console.log('stamped');
      ${after}`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await expect.poll(() => output).toContain('stamped');
    return { child, stamping: Number(output.split('\n')[0]) };
  }

  it('exits immediately, together with its stamping process', async () => {
    const { child, stamping } = await runProgram('');
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
    await expect.poll(() => isRunning(stamping)).toBe(false);
  });

  it('ends its stamping process when it is killed', async () => {
    const { child, stamping } = await runProgram('setInterval(() => undefined, 1_000);');
    expect(isRunning(stamping)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect.poll(() => isRunning(stamping)).toBe(false);
  });
});
