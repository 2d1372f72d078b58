import { setTimeout as sleep } from 'node:timers/promises';
import { checkConsistency, waitForDeliveries } from './consistency.ts';
import { runDrill } from './drill.ts';
import { openInfrastructure } from './infrastructure.ts';
import { addProducts, completePurchase, join, openCheckout, randomEmail, type Student } from './student.ts';
import { textAt } from './visitor.ts';

/**
 * `npm run drill -- kill-loop`: kills the server fifty times at random moments while users register and buy, every
 * fifth time together with Postgres. Then the acknowledged operations are compared with the database. Nothing may be
 * lost or duplicated. `DRILL_ROUNDS` sets the number of kills.
 */

const rounds = Number(process.env.DRILL_ROUNDS ?? 50);
const students = 6;
const timeLimitMinutes = 20;

await runDrill(timeLimitMinutes, async (drill) => {
  const infrastructure = await openInfrastructure(drill);
  const { db, sandbox } = infrastructure;
  const server = await infrastructure.startServer();
  sandbox.setWebhook({ url: `${server.url}/api/stripe/webhook`, secret: infrastructure.webhookSecret });
  const products = await addProducts(db, 40);

  const registered: Student[] = [];
  const bought: { userId: string; productId: number }[] = [];
  let cutOff = 0;
  let isFinished = false;

  /**
   * Repeatedly registers a new student who buys up to three products. A failed request has an unknown outcome and is
   * not recorded.
   */
  async function registerAndBuy(): Promise<void> {
    while (!isFinished) {
      try {
        const student = await join(server.url, { email: randomEmail() });
        registered.push(student);
        for (let turn = 0; turn < 3 && !isFinished; turn += 1) {
          const product = products[Math.floor(Math.random() * products.length)];
          if (!product || bought.some((one) => one.userId === student.id && one.productId === product.id))
            continue;
          const sessionId = await openCheckout(student, server.url, product);
          if ((await sandbox.pay(sessionId)).status !== 'paid') throw new Error('the card was declined');
          const landed = await completePurchase(student, server.url, sessionId);
          if (landed.status === 200 && textAt(landed.body, 'status') === 'completed') {
            bought.push({ userId: student.id, productId: product.id });
          }
        }
      } catch (error) {
        if (wasRefused(error)) await sleep(100);
        else cutOff += 1;
      }
    }
  }

  const loops = Array.from({ length: students }, registerAndBuy);
  const starts: number[] = [];
  let beforeLastKill: Student[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    await waitForAcknowledgement();
    await sleep(Math.random() * 1_200);
    beforeLastKill = registered.slice(-5);
    await server.kill('SIGKILL');
    if (round % 5 === 0) await infrastructure.endPostgres('SIGKILL');
    const startedAt = performance.now();
    if (round % 5 === 0) await infrastructure.restartPostgres();
    await server.start();
    starts.push((performance.now() - startedAt) / 1000);
  }
  await sleep(1_000);
  isFinished = true;
  await Promise.all(loops);

  /**
   * Waits for at most ten seconds until the server has acknowledged an operation in this round. A kill before that
   * would prove nothing.
   */
  async function waitForAcknowledgement(): Promise<void> {
    const before = registered.length + bought.length;
    for (let attempt = 0; attempt < 1_000 && registered.length + bought.length === before; attempt += 1)
      await sleep(10);
  }

  const caughtUp = await waitForDeliveries(db, sandbox, 60);
  const completed = await checkConsistency(drill, db, sandbox);
  const users = new Set((await db.selectFrom('users').select('id').execute()).map(({ id }) => id));
  const lostUsers = registered.filter(({ id }) => !users.has(id));
  drill.expectAtMost('lost acknowledged registrations', lostUsers.length, 0);
  const owned = new Set(
    (
      await db
        .selectFrom('purchases')
        .select(['user_id', 'product_id'])
        .where('grants_access', '=', true)
        .execute()
    ).map((row) => `${row.user_id} ${row.product_id}`),
  );
  const lostPurchases = bought.filter(({ userId, productId }) => !owned.has(`${userId} ${productId}`));
  drill.expectAtMost('lost acknowledged purchases', lostPurchases.length, 0);
  for (const student of beforeLastKill) {
    const me = await student.call(server.url, { method: 'GET', path: '/api/user' });
    drill.expectSame('status for a session from before a kill', me.status, 200);
  }
  // With fewer operations, the drill would prove little.
  drill.expectAtLeast('acknowledged registrations', registered.length, rounds);
  drill.expectAtLeast('deliveries', completed, rounds / 2);
  drill.expectAtLeast('acknowledged purchases', bought.length, rounds / 10);
  drill.expectAtLeast('requests that were cut off', cutOff, rounds / 2);

  return (
    `${rounds} kills, ${registered.length} registrations and ${bought.length} purchases acknowledged, ` +
    `${lostUsers.length + lostPurchases.length} lost; ${completed} delivered; ${cutOff} requests cut off; ` +
    `ready again within ${Math.max(...starts).toFixed(1)} s; ` +
    `the last payment delivered ${caughtUp.toFixed(1)} s after the last request`
  );
});

/** Whether the connection was refused because the server was down. */
function wasRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  const causes = cause instanceof AggregateError ? cause.errors : [cause];
  return causes.some((one) => one instanceof Error && 'code' in one && one.code === 'ECONNREFUSED');
}
