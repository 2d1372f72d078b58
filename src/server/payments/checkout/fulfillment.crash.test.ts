import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { withDatabase } from '../../../testing/postgres-address.ts';
import { root } from '../../../testing/sources.ts';
import { setUpTestApp, type TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import type { CrashReport, StartCommand, WebhookDelivery } from '../testing/crash-child.ts';
import { paymentOf, refundInput, tracesOf } from '../testing/money.ts';
import {
  brokenInvariants,
  buy,
  createAdmin,
  createTestProduct,
  deliver,
  type EventFacts,
  eventAbout,
  payFor,
  sign,
} from '../testing/purchases.ts';
import { openPlan } from '../testing/subscriptions.ts';

const app = setUpTestApp({ stripe: 'sandbox' });
let admin: AdminActor;
let product: AdminProduct;
let startCommand: StartCommand;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  admin = await createAdmin(app);
  product = await createTestProduct(app, admin);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.deps.db);
  startCommand = {
    connection: withDatabase(inject('postgres'), rows[0]?.name ?? ''),
    stripeUrl: app.sandbox.url,
    webhookSecret: app.webhookSecret,
    dataDir: app.deps.config.dataDir,
  };
});
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
});

function startProcess(): ChildProcess {
  const script = fileURLToPath(new URL('../testing/crash-child.ts', import.meta.url));
  const env = { NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/compile') };
  const child = fork(script, { execArgv: [], env, stdio: 'inherit' });
  children.add(child);
  return child;
}

/** Starts a server in the child process. Its previous server, if any, must have crashed. */
async function startServer(child: ChildProcess, crash?: StartCommand['crash']): Promise<void> {
  child.send({ ...startCommand, ...(crash && { crash }) } satisfies StartCommand);
  expect(await reportOf(child)).toBe('ready');
}

/** @throws if the process ends without a report */
async function reportOf(child: ChildProcess): Promise<CrashReport> {
  const ended = new AbortController();
  const [report]: [CrashReport?] = await Promise.race([
    once(child, 'message', { signal: ended.signal }) as Promise<[CrashReport]>,
    once(child, 'exit', { signal: ended.signal }).then((): [] => []),
  ]).finally(() => ended.abort());
  if (report === undefined) throw new Error('the process ended without a report');
  return report;
}

function send(child: ChildProcess, event: EventFacts): void {
  const payload = JSON.stringify(event);
  child.send({ payload, signature: sign(app, payload) } satisfies WebhookDelivery);
}

type Scenario = { user: TestUser; event: EventFacts };

/** The server crashes only at writes: a crash before a read leaves the same state as one after the preceding write. */
const writes = /^\s*(insert|update|delete|with|commit)/i;

const scenarios: [string, () => Promise<Scenario>][] = [
  [
    'a paid purchase',
    async () => {
      const user = await app.createUser();
      const sessionId = await payFor(app, user, product);
      return { user, event: eventAbout('checkout.session.completed', sessionId) };
    },
  ],
  [
    'a full refund',
    async () => {
      const user = await app.createUser();
      const sessionId = await buy(app, user, product);
      const payment = await paymentOf(app, admin, sessionId);
      await app.caller(admin).admin.payments.refund(refundInput(payment));
      const refund = app.sandbox.refunds().at(-1);
      return { user, event: eventAbout('refund.created', refund?.id ?? '') };
    },
  ],
  [
    'the first month of a membership',
    async () => {
      const user = await app.createUser();
      await app.sandbox.pay(await openPlan(app, user, 'gold'));
      const invoice = app.sandbox.invoices().at(-1);
      return { user, event: eventAbout('invoice.paid', invoice?.id ?? '') };
    },
  ],
];

it.each(scenarios)(
  '%s: the result is the same if the server crashes at any of its writes',
  async (_name, begin) => {
    const control = await begin();
    const child = startProcess();
    await startServer(child);
    send(child, control.event);
    const report = await reportOf(child);
    const statements = typeof report === 'object' ? report.statements : [];
    const expected = await tracesOf(app, control.user);
    expect(statements.length).toBeGreaterThan(8);
    expect(statements).toContain('commit');

    for (const [index, text] of statements.entries()) {
      if (!writes.test(text)) continue;
      const isLast = !statements.slice(index + 1).some((later) => writes.test(later));
      const crash: StartCommand['crash'] = {
        statement: index + 1,
        when: text === 'commit' ? 'sent' : 'before',
        // Killing the process is slow, so only the last crash kills it. The others end only the server in the process.
        of: isLast ? 'process' : 'server',
      };
      const { user, event } = await begin();
      await startServer(child, crash);
      const crashed = isLast ? once(child, 'exit') : reportOf(child);
      send(child, event);
      expect(await crashed).toEqual(isLast ? [null, 'SIGKILL'] : 'crashed');
      expect(await brokenInvariants(app)).toEqual([]);
      // Stripe redelivers an unacknowledged event, and another server processes it.
      expect(await deliver(app, event)).toEqual({ status: 'processed' });
      expect(await tracesOf(app, user)).toEqual(expected);
    }
  },
  600_000,
);
