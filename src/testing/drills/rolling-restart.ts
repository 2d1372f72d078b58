import { setTimeout as sleep } from 'node:timers/promises';
import type { Academy } from '../e2e/academy.ts';
import { freePort } from '../free-port.ts';
import { openRoundRobin } from '../round-robin.ts';
import { checkConsistency, waitForDeliveries } from './consistency.ts';
import { counted, p99Of, runDrill } from './drill.ts';
import { openInfrastructure } from './infrastructure.ts';
import { journey } from './journey.ts';
import { checkSharedState } from './shared-state.ts';
import { addProducts, randomIp } from './student.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/**
 * `npm run drill -- rolling-restart`: runs three servers behind a proxy, on one Postgres and one S3, and restarts one
 * of the servers every ten seconds under fifty requests per second from students who register, upload, buy, read and
 * log out. At least 99.9% of the requests must get a response other than 5xx, no effect may occur twice, and shared
 * state must be consistent. `DRILL_SECONDS` (more than 30) and `DRILL_RATE` set the length and the requests per second.
 */

const seconds = Number(process.env.DRILL_SECONDS ?? 150);
const restartEverySeconds = 10;
const requestsPerSecond = Number(process.env.DRILL_RATE ?? 50);

await runDrill(15, async (drill) => {
  const infrastructure = await openInfrastructure(drill, { s3: true });
  const { db, sandbox } = infrastructure;
  const port = await freePort();
  const serverUrl = `http://127.0.0.1:${port}`;
  const env = { APP_URL: serverUrl, TRUST_PROXY: '127.0.0.1', RATE_LIMIT_FACTOR: '1' };
  const servers: Academy[] = [];
  for (let count = 0; count < 3; count += 1) servers.push(await infrastructure.startServer(env));
  const proxy = await openRoundRobin(
    port,
    servers.map(({ url }) => Number(new URL(url).port)),
  );
  drill.atEnd(() => proxy.close());
  sandbox.setWebhook({ url: `${serverUrl}/api/stripe/webhook`, secret: infrastructure.webhookSecret });
  const products = await addProducts(db, 40);

  const [first] = products;
  if (first) await checkSharedState(drill, servers, infrastructure, first);

  const responses: { status: number | string; ms: number }[] = [];
  let done = 0;
  const pace = createPace(requestsPerSecond);
  let isFinished = false;
  drill.atEnd(() => {
    isFinished = true;
  });
  let early = 0;

  /** A visitor whose requests wait until the rate of the drill allows them, and whose responses are recorded. */
  function paced(visitor: Visitor): Visitor {
    return {
      ...visitor,
      copy: () => paced(visitor.copy()),
      async call(serverUrl, call) {
        await pace();
        const startedAt = performance.now();
        try {
          const response = await visitor.call(serverUrl, call);
          responses.push({ status: response.status, ms: performance.now() - startedAt });
          return response;
        } catch (error) {
          responses.push({ status: 'broken', ms: performance.now() - startedAt });
          throw error;
        }
      },
    };
  }

  async function repeatJourneys(): Promise<void> {
    while (!isFinished) {
      try {
        await journey(paced(openVisitor(randomIp())), serverUrl, products, sandbox);
        done += 1;
      } catch (error) {
        if (isFinished) return;
        early += 1;
        if (early <= 10)
          drill.say(`a journey ended early: ${error instanceof Error ? error.message : error}`);
      }
    }
  }

  const runs = Array.from({ length: 16 }, repeatJourneys);
  const startedAt = performance.now();
  let restarts = 0;
  const exits: (number | null)[] = [];
  while (performance.now() - startedAt < seconds * 1000) {
    const next = sleep(restartEverySeconds * 1000);
    const server = servers[restarts % servers.length];
    if (!server) throw new Error('no server');
    exits.push(await server.kill('SIGTERM'));
    await server.start();
    restarts += 1;
    await next;
  }
  const lasted = (performance.now() - startedAt) / 1000;
  isFinished = true;
  await Promise.all(runs);

  await waitForDeliveries(db, sandbox, 30);
  const completed = await checkConsistency(drill, db, sandbox);
  // Queued emails are sent by any running server.
  for (let attempt = 0; attempt < 300 && (await queuedEmails()) > 0; attempt += 1) await sleep(200);
  drill.expectSame('queued emails', await queuedEmails(), 0);
  const sentTwice = infrastructure.emails.length - new Set(infrastructure.emails).size;
  drill.expectAtMost('emails that arrived twice', sentTwice, 0);

  const bad = responses.filter(({ status }) => typeof status === 'string' || status >= 500);
  const share = 1 - bad.length / responses.length;
  drill.expectAtLeast('share of responses other than 5xx', share, 0.999);
  if (responses.length / lasted < requestsPerSecond * 0.8 || restarts < seconds / restartEverySeconds / 2) {
    drill.say(
      'This machine is too slow or too busy for the requested rate, so the share of responses other than 5xx is less meaningful.',
    );
  }
  drill.expectAtLeast('restarts', restarts, 3);
  drill.expectSame('exit codes of the servers', counted(exits.map(String)), `${exits.length} × 0`);
  const clientErrors = responses.filter(
    ({ status }) => typeof status === 'number' && status >= 400 && status < 500,
  );
  drill.expectAtMost('journeys that ended early', early, bad.length);
  drill.expectSame('responses with 4xx', counted(clientErrors.map(({ status }) => status)), '');

  async function queuedEmails(): Promise<number> {
    const rows = await db.selectFrom('mail_messages').select('id').where('status', '=', 'queued').execute();
    return rows.length;
  }

  return (
    `${restarts} restarts in ${Math.round(lasted)} s, ${responses.length} requests ` +
    `(${(responses.length / lasted).toFixed(0)}/s), ${(share * 100).toFixed(3)}% without 5xx ` +
    `(${counted(responses.map(({ status }) => status))}), p99 ` +
    `${Math.round(p99Of(responses))} ms, ${done} journeys, ${completed} purchases, ` +
    `${infrastructure.emails.length} emails, ${proxy.refused()} connections refused by a server`
  );
});

/** Returns a function that is awaited before each request, and limits all callers together to `perSecond`. */
function createPace(perSecond: number): () => Promise<void> {
  let next = performance.now();
  return async () => {
    next = Math.max(next + 1000 / perSecond, performance.now());
    await sleep(Math.max(0, next - performance.now()));
  };
}
