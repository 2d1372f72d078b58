import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { StripeSandbox } from '../../sandbox/stripe/sandbox.ts';
import { createDeps } from '../../server/create-deps.ts';
import { reconcilePurchases } from '../../server/payments/reconciliation/checkouts.operations.ts';
import { reconcileRefunds } from '../../server/payments/reconciliation/refunds.operations.ts';
import { reconcileSubscriptions } from '../../server/payments/reconciliation/subscriptions.operations.ts';
import { admin } from '../e2e/academy.ts';
import { testConfig } from '../test-config.ts';
import { counted, runDrill } from './drill.ts';
import { checkStormBooks } from './storm-books.ts';
import { createMisfortunes } from './storm-misfortunes.ts';
import { addProducts, completePurchase, join, openCheckout, type Product, type Student } from './student.ts';
import { openInfrastructure } from './surroundings.ts';
import { openUnrulyLine } from './unruly-line.ts';
import { type Answer, openVisitor, textAt, valueAt, wanted } from './visitor.ts';

/**
 * `npm run drill -- storm`: 300 purchases and subscriptions while Stripe's events are lost, repeated, delayed and mixed
 * up, the server is killed three times, and payments are refunded and disputed; then the jobs run, and everything is
 * compared with Stripe one by one. `DRILL_CHECKOUTS` sets how many.
 */

const checkouts = Number(process.env.DRILL_CHECKOUTS ?? 300);
const kills = 3;
/** What each person does; the last of them is a plan. */
const checkoutsEach = 5;
const atOnce = 6;
const plans = ['silver', 'gold', 'diamond'] as const;
const minute = 60_000;
const waysToPay: readonly [share: number, way: Way][] = [
  [0.62, 'card'],
  [0.1, 'declined_first'],
  [0.1, 'bank_asks'],
  [0.08, 'days_later'],
  [0.04, 'never_comes'],
  [0.06, 'leaves'],
];
type Way = 'card' | 'declined_first' | 'bank_asks' | 'days_later' | 'never_comes' | 'leaves';

await runDrill(5, async (drill) => {
  const startedAt = performance.now();
  const infrastructure = await openInfrastructure(drill);
  const { db, sandbox, webhookSecret } = infrastructure;
  const server = await infrastructure.startServer();
  const { url } = server;
  const line = await openUnrulyLine(`${url}/api/stripe/webhook`);
  drill.atEnd(() => line.close());
  sandbox.setWebhook({ url: line.url, secret: webhookSecret });
  const products = await addProducts(db, 12);
  const students: Student[] = [];
  const tally = { begun: 0, twoTabs: 0, changes: 0, retries: 0 };

  const misfortunes = createMisfortunes({
    db,
    sandbox,
    stripeUrl: sandbox.url,
    total: Math.ceil(checkouts / 5),
    refundByAdmin: async (input) => {
      const owner = openVisitor();
      const body = { email: admin.email, password: admin.password };
      wanted(await owner.call(url, { method: 'POST', path: '/api/login', body }), 200, 'sign-in');
      return owner.call(url, { method: 'POST', path: '/trpc/admin.payments.refund', body: input });
    },
  });

  /** As a person does who sees that nothing came, until the server is back. */
  async function again<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (tries === 60) throw error;
        tally.retries += 1;
        await sleep(500);
      }
    }
  }

  async function live(): Promise<void> {
    const student = await again(() => join(url));
    students.push(student);
    const wished = products.toSorted(() => Math.random() - 0.5);
    for (let turn = 0; turn < checkoutsEach && tally.begun < checkouts; turn += 1) {
      tally.begun += 1;
      const product = wished[turn];
      if (turn === checkoutsEach - 1) await subscribe(student);
      else if (product) await buy(student, product);
      await misfortunes.upTo(tally.begun / checkouts);
    }
  }

  async function buy(student: Student, product: Product): Promise<void> {
    const open = () => again(() => openCheckout(student.copy(), url, product));
    const tabs = Math.random() < 0.25 ? 2 : 1;
    const [sessionId = '', second] = await Promise.all(Array.from({ length: tabs }, open));
    if (second !== undefined) {
      tally.twoTabs += 1;
      drill.expectSame('the payment page of a second tab', second, sessionId);
    }
    const isPaid = await pay(sandbox, sessionId, anyWay());
    // Half of them close the window at Stripe.
    if (isPaid && Math.random() < 0.5) await again(() => completePurchase(student, url, sessionId));
  }

  async function subscribe(student: Student): Promise<void> {
    const plan = plans[Math.floor(Math.random() * plans.length)];
    const opened = await again(async () => {
      const answer = await student.call(url, {
        method: 'POST',
        path: '/api/create-subscription-session',
        body: { plan },
      });
      return textAt(wanted(answer, 200, 'create-subscription-session').body, 'url');
    });
    const sessionId = /cs_test_\w+/.exec(opened)?.[0] ?? '';
    const isPaid = await pay(sandbox, sessionId, Math.random() < 0.1 ? 'leaves' : 'card');
    if (!isPaid || Math.random() < 0.3) return;
    const verify = { method: 'POST', path: '/api/verify-subscription', body: { sessionId } } as const;
    await again(async () => wanted(await student.call(url, verify), 200, 'verify-subscription'));
    for (let change = 0; change < 2; change += 1) await changePlan(student);
  }

  /** Whatever is possible at the moment: up, down, ended, taken back. Refusals are part of it. */
  async function changePlan(student: Student): Promise<void> {
    tally.changes += 1;
    const post = (name: string, body: unknown = {}) =>
      again(() => student.call(url, { method: 'POST', path: `/api/subscription/${name}`, body }));
    const choice = Math.random();
    if (choice < 0.25) return void (await post('cancel'));
    if (choice < 0.4) return void (await post('resume'));
    const plan = plans[Math.floor(Math.random() * plans.length)];
    const input = encodeURIComponent(JSON.stringify({ plan }));
    const preview = await again(() =>
      student.call(url, { method: 'GET', path: `/trpc/payments.previewPlanChange?input=${input}` }),
    );
    if (preview.status !== 200) return;
    const expectedTodayCents = valueAt(preview.body, 'result', 'data', 'todayCents');
    const answers: Answer[] = await Promise.all([
      post('change', { plan, expectedTodayCents }),
      ...(Math.random() < 0.2 ? [post('cancel')] : []),
    ]);
    const failures = answers.filter(({ status }) => status >= 500 && status !== 503);
    drill.expectSame(
      'changes of plan that failed',
      failures.map(({ status }) => status),
      [],
    );
  }

  async function killThreeTimes(): Promise<void> {
    for (let kill = 1; kill <= kills; kill += 1) {
      while (tally.begun < (checkouts * kill) / (kills + 1)) await sleep(50);
      await server.kill('SIGKILL');
      await sleep(500);
      await server.start();
    }
  }

  const killed = killThreeTimes();
  const workers = Array.from({ length: atOnce }, async () => {
    while (tally.begun < checkouts) await live();
  });
  await Promise.all([killed, ...workers]);
  await misfortunes.upTo(1);
  misfortunes.settleOpen();
  await line.settled();
  const stormSeconds = (performance.now() - startedAt) / 1000;

  // A quarter of an hour later, as the jobs would; what one run of them begins, the next one ends.
  const later = await createDeps(
    testConfig({
      DATA_DIR: path.join(drill.folder, 'jobs'),
      DEMO_DATA: 'false',
      ENCRYPTION_KEY: infrastructure.encryptionKey,
    }),
    {
      connection: infrastructure.postgres.connection,
      stripe: { secretKey: 'sk_test_sandbox', webhookSecret, apiUrl: sandbox.url },
      appUrl: () => url,
      log: pino({ level: 'silent' }),
      now: () => new Date(Date.now() + 20 * minute),
    },
  );
  drill.atEnd(() => later.close());
  for (let run = 1; run <= 2; run += 1) {
    await reconcilePurchases(later.deps);
    await reconcileSubscriptions(later.deps);
    const refunds = await reconcileRefunds(later.deps);
    if (run === 2) drill.expectSame('payments that could not be read', refunds.errors, 0);
  }
  await line.settled();

  const compared = await checkStormBooks(drill, {
    db,
    sandbox,
    address: url,
    students,
    keyOf: (id) => `pdf-${products.find((product) => product.id === id)?.number}`,
  });
  const answered = line.statuses.filter((status) => status !== 0);
  drill.expectSame('answers of the webhook other than 200', [...new Set(answered)], [200]);
  // Otherwise the drill showed nothing.
  drill.expectAtLeast('checkouts', tally.begun, checkouts);
  for (const what of ['lost', 'repeated', 'late'] as const)
    drill.expectAtLeast(`events ${what}`, line[what], checkouts / 20);
  for (const [what, count] of Object.entries(misfortunes.counts))
    drill.expectAtLeast(what, count, checkouts < 100 ? 0 : 1);

  return (
    `${checkouts} checkouts of ${students.length} people in ${stormSeconds.toFixed(0)} s, ${tally.twoTabs} in two tabs, ` +
    `${tally.changes} changes of plan, ${kills} kills, ${tally.retries} requests tried again; ${line.events} events: ` +
    `${line.lost} lost, ${line.repeated} repeated, ${line.late} late; webhook: ${counted(answered)}, ` +
    `${line.statuses.length - answered.length} × not there; ` +
    `${Object.entries(misfortunes.counts)
      .map(([what, count]) => `${count} ${what}`)
      .join(', ')}; ${compared}`
  );
});

function anyWay(): Way {
  let left = Math.random();
  for (const [share, way] of waysToPay) {
    left -= share;
    if (left < 0) return way;
  }
  return 'card';
}

/** @returns whether there is something to come back with */
async function pay(sandbox: StripeSandbox, sessionId: string, way: Way): Promise<boolean> {
  switch (way) {
    case 'card':
      await sandbox.pay(sessionId);
      return true;
    case 'declined_first':
      await sandbox.pay(sessionId, '4000000000000002');
      await sandbox.pay(sessionId);
      return true;
    case 'bank_asks':
      await sandbox.pay(sessionId, '4000002500003155');
      await sandbox.authenticate(sessionId, true);
      return true;
    case 'days_later':
    case 'never_comes':
      await sandbox.pay(sessionId, 'delayed');
      sandbox.settleDelayed(sessionId, way === 'days_later');
      return true;
    case 'leaves':
      sandbox.expire(sessionId);
      return false;
  }
}
