import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../../server/platform/db/database.ts';
import { onServer } from '../test-postgres.ts';
import { counted, type Drill, p99Of, runDrill } from './drill.ts';
import { openInfrastructure } from './infrastructure.ts';
import { join, type Student } from './student.ts';

/**
 * `npm run drill -- database-faults`: kills connections, restarts and kills Postgres, locks a table and exhausts the
 * pool, while a user reads and writes. After each of these faults, the server must recover within five seconds, without
 * being restarted. Until it has recovered, requests may fail only with 503. No acknowledged write may be lost.
 */

const maxRecoverySeconds = 5;

type Sent = { at: number; status: number | 'broken'; ms: number };

await runDrill(8, async (drill) => {
  const infrastructure = await openInfrastructure(drill);
  const { db } = infrastructure;
  const server = await infrastructure.startServer();
  const pid = server.pid();
  const student = await join(server.url);
  const load = startLoad(server.url, student);
  await sleep(3_000);
  const undisturbed = load.since(0);
  drill.say(
    `before: ${counted(undisturbed.map(({ status }) => status))}, p99 ${Math.round(p99Of(undisturbed))} ms`,
  );

  const recoveries: string[] = [];
  const during = async (what: string, fault: () => Promise<unknown>) => {
    const from = performance.now();
    await fault();
    const endedAt = performance.now();
    const seconds = await secondsToRecover(load, endedAt);
    const seen = load.since(from);
    recoveries.push(`${what} ${seconds.toFixed(1)} s`);
    drill.say(`${what}: ${counted(seen.map(({ status }) => status))}, back after ${seconds.toFixed(1)} s`);
    drill.expectAtMost(`seconds to recover from ${what}`, seconds, maxRecoverySeconds);
    expectOnlyOutages(drill, what, seen);
    await sleep(1_000);
  };

  for (let time = 1; time <= 3; time += 1) {
    await during(`connections killed (${time})`, () => killConnections(infrastructure.postgres.connection));
  }
  await during('Postgres restarted', async () => {
    await infrastructure.endPostgres('SIGINT');
    await infrastructure.restartPostgres();
  });
  await during('Postgres killed', async () => {
    await infrastructure.endPostgres('SIGKILL');
    await infrastructure.restartPostgres();
  });
  await during('a table locked for 8 s', () => lockGoals(infrastructure.postgres.connection, 8_000));
  await during('the pool exhausted by 50 waiting requests', async () => {
    const locked = lockGoals(infrastructure.postgres.connection, 6_000);
    await sleep(200);
    const waiting = await Promise.all(
      Array.from({ length: 50 }, (_, index) => saveGoal(server.url, student, 200 + index)),
    );
    drill.expectAtMost('ms of the slowest waiting request', Math.max(...waiting.map(({ ms }) => ms)), 8_000);
    expectOnlyOutages(drill, 'the wait for a connection', waiting);
    await locked;
  });
  await load.stop();

  const rows = await db
    .selectFrom('daily_goals')
    .select(['date', 'hands_played'])
    .where('user_id', '=', student.id)
    .execute();
  const stored = new Map(rows.map((row) => [row.date, row.hands_played ?? 0]));
  const lost = [...load.acknowledged].filter(([date, hands]) => (stored.get(date) ?? -1) < hands);
  drill.expectSame('lost acknowledged writes', lost, []);
  drill.expectSame('process ID of the server', server.pid(), pid);

  // Jobs also continue after the faults, so the email about a new registration arrives.
  const before = infrastructure.emails.length;
  await join(server.url);
  const jobsFrom = performance.now();
  while (infrastructure.emails.length === before && performance.now() - jobsFrom < 60_000) await sleep(200);
  drill.expectAtLeast('emails after the faults', infrastructure.emails.length - before, 1);

  return `${recoveries.join('; ')}; ${load.acknowledged.size} days written, ${lost.length} lost`;
});

/** Sends twenty requests per second, reads and writes in turn, until it is stopped. */
function startLoad(serverUrl: string, student: Student) {
  const sent: Sent[] = [];
  /** For each day, the highest number of hands that the server has acknowledged. */
  const acknowledged = new Map<string, number>();
  let number = 0;
  const open = new Set<Promise<void>>();
  const timer = setInterval(() => {
    number += 1;
    const each = number;
    const work = each % 2 === 0 ? write(each) : read();
    open.add(work);
    work.finally(() => open.delete(work));
  }, 50);

  async function read(): Promise<void> {
    sent.push(await timed(() => student.call(serverUrl, { method: 'GET', path: '/api/user' })));
  }
  async function write(hands: number): Promise<void> {
    const one = await saveGoal(serverUrl, student, (hands / 2) % 150, hands);
    sent.push(one);
    const date = dayOf((hands / 2) % 150);
    if (one.status === 200) acknowledged.set(date, Math.max(hands, acknowledged.get(date) ?? 0));
  }

  return {
    acknowledged,
    since: (at: number) => sent.filter((one) => one.at >= at),
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

/** The day that is `number` days after January 1, 2025, as `YYYY-MM-DD`. */
function dayOf(number: number): string {
  return new Date(Date.UTC(2025, 0, 1 + number)).toISOString().slice(0, 10);
}

function saveGoal(serverUrl: string, student: Student, day: number, hands = 1): Promise<Sent> {
  const path = `/api/goals/${dayOf(day)}`;
  return timed(() => student.call(serverUrl, { method: 'PUT', path, body: { handsPlayed: hands } }));
}

async function timed(call: () => Promise<{ status: number }>): Promise<Sent> {
  const at = performance.now();
  try {
    const { status } = await call();
    return { at, status, ms: performance.now() - at };
  } catch {
    return { at, status: 'broken', ms: performance.now() - at };
  }
}

/** During an outage, the server may respond with 503. A 500 would be a bug. */
function expectOnlyOutages(drill: Drill, what: string, sent: readonly Sent[]): void {
  const others = sent.filter(({ status }) => status !== 200 && status !== 503);
  drill.expectSame(
    `responses other than 200 and 503 during ${what}`,
    counted(others.map(({ status }) => status)),
    '',
  );
}

/**
 * @returns seconds from `endedAt` until the first of ten consecutive successful requests; 20 if no ten consecutive
 * requests succeed within 20 seconds
 */
async function secondsToRecover(load: ReturnType<typeof startLoad>, endedAt: number): Promise<number> {
  while (performance.now() - endedAt < 20_000) {
    const since = load.since(endedAt).toSorted((one, other) => one.at - other.at);
    const bad = since.findLastIndex(({ status }) => status !== 200);
    const good = since.slice(bad + 1);
    if (good.length >= 10) return ((good[0]?.at ?? endedAt) - endedAt) / 1000;
    await sleep(50);
  }
  return 20;
}

function killConnections(connection: Connection): Promise<void> {
  return onServer(connection, async (client) => {
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  });
}

function lockGoals(connection: Connection, milliseconds: number): Promise<void> {
  return onServer(connection, async (client) => {
    await client.query('begin; lock table daily_goals in access exclusive mode');
    await sleep(milliseconds);
    await client.query('rollback');
  });
}
