import { setTimeout as sleep } from 'node:timers/promises';
import { checkConsistency, waitForDeliveries } from './consistency.ts';
import { counted, type Drill, p99Of, runDrill } from './drill.ts';
import { type Infrastructure, openInfrastructure } from './infrastructure.ts';
import {
  addProducts,
  buy,
  completePurchase,
  join,
  openCheckout,
  type Product,
  requestCheckout,
  type Student,
  secure,
  sendDocument,
} from './student.ts';
import { openVisitor, textAt } from './visitor.ts';

/**
 * `npm run drill -- outages`: makes Stripe unreachable for five minutes, then unresponsive; the file store slow, then
 * unreachable; the email server unreachable. Requests that do not need the failed service must be unaffected, nothing
 * may be lost, and delayed work must complete automatically. `DRILL_SECONDS` sets the length of Stripe's outage.
 */

const stripeSeconds = Number(process.env.DRILL_SECONDS ?? 300);

await runDrill(25, async (drill) => {
  const infrastructure = await openInfrastructure(drill, { s3: true });
  const server = await infrastructure.startServer();
  infrastructure.sandbox.setWebhook({
    url: `${server.url}/api/stripe/webhook`,
    secret: infrastructure.webhookSecret,
  });
  const products = await addProducts(infrastructure.db, 60);
  const user = await join(server.url);
  const setup = { drill, infrastructure, serverUrl: server.url, products, user };
  // The first purchase opens connections and creates the customer.
  await buy(user, server.url, product(products, 0), infrastructure.sandbox);
  const idle = p99Of(await readOtherPages(setup, 5_000));

  const figures = [
    await stripeGone(setup, idle),
    await stripeSilent(setup, idle),
    await storeSlow(setup, idle),
    await storeGone(setup, idle),
    await emailGone(setup, idle),
  ];
  const completed = await checkConsistency(drill, infrastructure.db, infrastructure.sandbox);
  return `${figures.join('; ')}; ${completed} purchases`;
});

type Setup = {
  drill: Drill;
  infrastructure: Infrastructure;
  serverUrl: string;
  products: readonly Product[];
  user: Student;
};

function product(products: readonly Product[], index: number): Product {
  const found = products[index];
  if (!found) throw new Error('not enough products');
  return found;
}

/** Requests four paths that need none of the failing services, again and again, with pauses of 100 ms. */
async function readOtherPages({ serverUrl, user }: Setup, milliseconds: number) {
  const seen: { status: number; ms: number }[] = [];
  const until = performance.now() + milliseconds;
  while (performance.now() < until) {
    for (const path of ['/api/products', '/api/user', '/api/goals?from=2026-01-01&to=2026-01-31', '/']) {
      const from = performance.now();
      const { status } = await user.call(serverUrl, { method: 'GET', path });
      seen.push({ status, ms: performance.now() - from });
    }
    await sleep(100);
  }
  return seen;
}

/**
 * Expects the requests of `readOtherPages` to return only 200, and a p99 of at most 5 × `idle`, or 250 ms if that is
 * more.
 */
async function expectUnaffected(
  setup: Setup,
  what: string,
  milliseconds: number,
  idle: number,
): Promise<string> {
  const seen = await readOtherPages(setup, milliseconds);
  setup.drill.expectSame(
    `other pages with ${what}`,
    counted(seen.map(({ status }) => status)),
    `${seen.length} × 200`,
  );
  const p99 = p99Of(seen);
  setup.drill.expectAtMost(`ms of other pages with ${what}, p99`, p99, Math.max(250, idle * 5));
  return `other pages p99 ${p99.toFixed(0)} ms (${idle.toFixed(0)} before)`;
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  const from = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - from) / 1000 };
}

/** Five students pay while Stripe's API fails. They receive their products after the outage. */
async function stripeGone(setup: Setup, idle: number): Promise<string> {
  const { drill, infrastructure, serverUrl, products } = setup;
  const { sandbox, stripeProxy, db } = infrastructure;
  const open: { student: Student; sessionId: string }[] = [];
  for (let index = 1; index <= 5; index += 1) {
    const student = await join(serverUrl);
    open.push({ student, sessionId: await openCheckout(student, serverUrl, product(products, index)) });
  }
  stripeProxy.set('down');
  const clicked = await timed(() => requestCheckout(setup.user, serverUrl, product(products, 6)));
  drill.expectSame('status of a purchase without Stripe', clicked.result.status, 503);
  drill.expectSame(
    'whether the message of a purchase without Stripe says that it failed',
    /^Failed to create purchase session/.test(textAt(clicked.result.body, 'message')),
    true,
  );
  drill.expectAtMost('seconds until the response to a purchase without Stripe', clicked.seconds, 15);
  for (const { student, sessionId } of open) {
    await sandbox.pay(sessionId);
    const landed = await completePurchase(student, serverUrl, sessionId);
    drill.expectSame('status of the return page without Stripe', landed.status, 503);
  }
  const others = await expectUnaffected(setup, 'Stripe gone', stripeSeconds * 1000, idle);
  stripeProxy.set('open');
  const caughtUp = await waitForDeliveries(db, sandbox, 30);
  drill.expectAtMost('seconds until all payments are delivered', caughtUp, 20);
  await buy(setup.user, serverUrl, product(products, 6), sandbox);
  return `Stripe gone for ${stripeSeconds} s: ${others}, 5 payments delivered ${caughtUp.toFixed(1)} s after the outage`;
}

async function stripeSilent(setup: Setup, idle: number): Promise<string> {
  const { drill, infrastructure, serverUrl, products, user } = setup;
  infrastructure.stripeProxy.set('mute');
  const buyers = await Promise.all(Array.from({ length: 15 }, () => join(serverUrl)));
  const clicks = Promise.all(
    buyers.map((buyer, index) =>
      timed(() => requestCheckout(buyer, serverUrl, product(products, 10 + index))),
    ),
  );
  const others = await expectUnaffected(setup, 'Stripe silent', 12_000, idle);
  const responses = await clicks;
  drill.expectSame(
    'statuses of purchases while Stripe is silent',
    counted(responses.map(({ result }) => result.status)),
    '15 × 503',
  );
  const slowest = Math.max(...responses.map(({ seconds }) => seconds));
  drill.expectAtMost('seconds until the last response to a purchase while Stripe is silent', slowest, 16);
  infrastructure.stripeProxy.set('open');
  await buy(user, serverUrl, product(products, 30), infrastructure.sandbox);
  return `Stripe silent: ${others}, each click got a response within ${slowest.toFixed(1)} s`;
}

async function storeSlow(setup: Setup, idle: number): Promise<string> {
  const { drill, infrastructure, serverUrl } = setup;
  const students = await Promise.all(Array.from({ length: 4 }, () => join(serverUrl)));
  const sent = await Promise.all(students.map((student) => sendDocument(student, serverUrl)));
  infrastructure.storeProxy?.set({ delayMs: 1_000 });
  const secured = Promise.all(
    students.map((student, index) => timed(() => secure(student, serverUrl, sent[index] ?? ''))),
  );
  const others = await expectUnaffected(setup, 'a slow store', 10_000, idle);
  const responses = await secured;
  infrastructure.storeProxy?.set('open');
  drill.expectSame(
    'statuses of documents with a slow store',
    counted(responses.map(({ result }) => result.status)),
    '4 × 200',
  );
  const slowest = Math.max(...responses.map(({ seconds }) => seconds));
  return `store slow by 1 s per chunk: ${others}, documents accepted within ${slowest.toFixed(0)} s`;
}

async function storeGone(setup: Setup, idle: number): Promise<string> {
  const { drill, infrastructure, serverUrl } = setup;
  const student = await join(serverUrl);
  const sent = await sendDocument(student, serverUrl);
  infrastructure.storeProxy?.set('down');
  const refused = await timed(() => secure(student, serverUrl, sent));
  drill.expectSame('status of a document without the store', refused.result.status, 503);
  drill.expectAtMost('seconds until the response to a document without the store', refused.seconds, 15);
  const ready = await openVisitor().call(serverUrl, { method: 'GET', path: '/readyz' });
  drill.expectSame(
    'storage in /readyz without the store',
    textAt(ready.body, 'checks', 'storage'),
    'failing',
  );
  for (let turn = 0; turn < 8; turn += 1) await secure(student, serverUrl, sent);
  const quick = await timed(() => secure(student, serverUrl, sent));
  drill.expectAtMost('seconds until a rejection after many failures', quick.seconds, 1);
  const others = await expectUnaffected(setup, 'the store gone', 20_000, idle);
  infrastructure.storeProxy?.set('open');
  const back = await timed(async () => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if ((await secure(student, serverUrl, sent)).status === 200) return true;
      await sleep(250);
    }
    return false;
  });
  drill.expectSame('whether the document is accepted after the outage', back.result, true);
  drill.expectAtMost('seconds until the store is used again', back.seconds, 15);
  return `store gone: ${others}, the same upload accepted ${back.seconds.toFixed(1)} s after the outage`;
}

async function emailGone(setup: Setup, idle: number): Promise<string> {
  const { drill, infrastructure, serverUrl } = setup;
  const { emailProxy, emails, db } = infrastructure;
  const queued = async () =>
    (await db.selectFrom('mail_messages').select('id').where('status', '=', 'queued').execute()).length;
  for (let attempt = 0; attempt < 100 && (await queued()) > 0; attempt += 1) await sleep(200);
  emailProxy.set('down');
  for (let count = 0; count < 5; count += 1) await join(serverUrl);
  const others = await expectUnaffected(setup, 'the email server gone', 20_000, idle);
  drill.expectAtLeast('queued emails', await queued(), 5);
  emailProxy.set('open');
  const { seconds } = await timed(async () => {
    while ((await queued()) > 0) await sleep(250);
  });
  // An email that failed twice during the outage is sent again within 120 seconds of the second failure.
  drill.expectAtMost('seconds until every email is sent', seconds, 150);
  const all = await db.selectFrom('mail_messages').select(['id', 'status']).execute();
  drill.expectSame(
    'the statuses of all emails',
    counted(all.map(({ status }) => status)),
    `${all.length} × sent`,
  );
  drill.expectSame('emails that arrived', new Set(emails).size, all.length);
  drill.expectSame('emails that arrived twice', emails.length - new Set(emails).size, 0);
  return `email server gone: ${others}, all sent ${seconds.toFixed(0)} s after the outage`;
}
