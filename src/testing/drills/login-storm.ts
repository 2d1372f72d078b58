import { setTimeout as sleep } from 'node:timers/promises';
import { admin, openAcademy } from '../e2e/academy.ts';

/**
 * `npm run drill -- login-storm`: two hundred sign-ins at once, with somebody reading the shop meanwhile, and
 * whether a wrong password and an unknown address take the same time. Prints ratios; times are this machine's.
 */

const storm = 200;
const pairs = 40;

const academy = await openAcademy();
try {
  const idle = await readShopWhile(sleep(3_000));
  const answers: number[] = [];
  const startedAt = performance.now();
  const busy = await readShopWhile(
    Promise.all(
      Array.from({ length: storm }, async () => {
        const { status, retryAfter } = await signIn(admin.email, admin.password);
        if (status !== 200 && retryAfter === null) throw new Error(`${status} without Retry-After`);
        answers.push(status);
      }),
    ),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  print(`reads of the shop, idle: ${summary(idle)}; in the storm: ${summary(busy)}`);
  print(`${storm} sign-ins in ${seconds.toFixed(1)} s: ${counted(answers)}`);
  print(`p99 of other requests: ${(p(busy, 0.99) / p(idle, 0.99)).toFixed(1)} times idle`);

  await sleep(2_000);
  const wrong: number[] = [];
  const unknown: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    wrong.push(await timed(() => signIn(admin.email, 'not the password')));
    unknown.push(await timed(() => signIn(`nobody-${pair}@example.test`, 'not the password')));
  }
  const ratio = p(wrong, 0.5) / p(unknown, 0.5);
  print(
    `wrong password ${p(wrong, 0.5).toFixed(1)} ms, unknown address ${p(unknown, 0.5).toFixed(1)} ms: ${ratio.toFixed(2)}`,
  );
} finally {
  await academy.remove();
}

async function signIn(email: string, password: string) {
  const answer = await fetch(`${academy.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
    signal: AbortSignal.timeout(30_000),
  });
  await answer.arrayBuffer();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
}

/** @returns milliseconds of each read of the shop, one every 20 ms until `work` is done */
async function readShopWhile(work: Promise<unknown>): Promise<number[]> {
  let isDone = false;
  const reads: Promise<number>[] = [];
  const done = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    reads.push(
      timed(async () => {
        const answer = await fetch(`${academy.url}/api/products`, { signal: AbortSignal.timeout(30_000) });
        if (!answer.ok) throw new Error(`the shop answered ${answer.status}`);
        await answer.arrayBuffer();
      }),
    );
    await sleep(20);
  }
  await done;
  return Promise.all(reads);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function p(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function summary(values: readonly number[]): string {
  return `${values.length}, p50 ${Math.round(p(values, 0.5))} ms, p99 ${Math.round(p(values, 0.99))} ms`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function counted(statuses: readonly number[]): string {
  return [...new Set(statuses)]
    .map((status) => `${statuses.filter((each) => each === status).length} × ${status}`)
    .join(', ');
}
