import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from './journal.ts';
import { startStripeSandbox } from './sandbox.ts';
import { purchaseParams, sdkClient, webhookSecret } from './testing/sdk-client.ts';
import { startWebhookReceiver } from './testing/webhook-receiver.ts';

let folder: string;
let journalPath: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-sandbox-'));
  journalPath = join(folder, 'nested', 'journal.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

function readAll(): unknown[] {
  const values: unknown[] = [];
  Journal.open(journalPath, (value) => values.push(value)).close();
  return values;
}

test('an incomplete last line is removed, and the next value takes its place', async () => {
  const journal = Journal.open(journalPath, () => {});
  journal.append({ number: 1 });
  journal.append({ number: 2 });
  journal.close();
  await appendFile(journalPath, '{"number":3,"te');
  const values: unknown[] = [];
  const again = Journal.open(journalPath, (value) => values.push(value));
  again.append({ number: 4 });
  again.close();
  expect(values).toEqual([{ number: 1 }, { number: 2 }]);
  expect(readAll()).toEqual([{ number: 1 }, { number: 2 }, { number: 4 }]);
});

test('a malformed line in the middle throws instead of being skipped', async () => {
  Journal.open(journalPath, () => {}).close();
  await writeFile(journalPath, '{"number":1}\n{"num\n{"number":3}\n');
  expect(readAll).toThrow('cannot be read at line 2');
});

test('after a rewrite, values can be appended to the new file', async () => {
  const journal = Journal.open(journalPath, () => {});
  journal.append('old');
  journal.rewrite(['new']);
  journal.append('newer');
  expect(journal.bytes).toBe(Buffer.byteLength(await readFile(journalPath)));
  journal.close();
  expect(readAll()).toEqual(['new', 'newer']);
  expect(() => journal.append('late')).toThrow('is closed');
});

test('sessions, idempotency keys and events survive a restart with an incomplete last line', async () => {
  const before = await startStripeSandbox({ journalPath });
  const stripe = sdkClient(before);
  const options = { idempotencyKey: 'attempt-1' };
  const paid = await stripe.checkout.sessions.create(purchaseParams(), options);
  const open = await stripe.checkout.sessions.create(purchaseParams());
  await before.pay(paid.id);
  await before.pay(open.id, '4000002500003155');
  const events = before.events();
  await before.close();
  await appendFile(journalPath, '[["sessions","cs_test_torn",{"session":{"id":"cs_te');

  const after = await startStripeSandbox({ journalPath });
  const restarted = sdkClient(after);
  expect(after.sessions().map(({ id }) => id)).toEqual([paid.id, open.id]);
  expect(await restarted.checkout.sessions.retrieve(paid.id)).toMatchObject({ payment_status: 'paid' });
  const replayed = await restarted.checkout.sessions.create(purchaseParams(), options);
  expect(replayed.id).toBe(paid.id);
  expect(after.events()).toEqual(events);
  expect((await after.authenticate(open.id, true)).status).toBe('paid');
  expect(await readFile(journalPath, 'utf8')).not.toContain('cs_test_torn');
  await after.close();
});

test('a delivery that failed before the restart is retried after it', async () => {
  const receiver = await startWebhookReceiver();
  receiver.respond = () => 500;
  const webhook = { url: receiver.url, secret: webhookSecret };
  const before = await startStripeSandbox({ journalPath, retryDelaysMs: [60_000] });
  before.setWebhook(webhook);
  const { id } = await sdkClient(before).checkout.sessions.create(purchaseParams());
  await before.pay(id);
  await before.settled();
  await before.close();
  receiver.received.length = 0;
  receiver.respond = () => 200;

  const later = Date.now() + 61_000;
  const after = await startStripeSandbox({ journalPath, now: () => later });
  after.setWebhook(webhook);
  await after.settled();
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toContain('checkout.session.completed');
  const sent = receiver.received.length;
  await after.settled();
  expect(receiver.received).toHaveLength(sent);
  await after.close();
  await receiver.close();
});

test('every checkout session that a client received before kill -9 is stored', async () => {
  const module = new URL('./sandbox.ts', import.meta.url).href;
  const code = `
    const { startStripeSandbox } = await import(${JSON.stringify(module)});
    const sandbox = await startStripeSandbox({ journalPath: ${JSON.stringify(journalPath)} });
    process.stdout.write(String(sandbox.port));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  const stripe = sdkClient({ port: Number(port) });
  const receivedIds: string[] = [];
  const clients = Array.from({ length: 4 }, async () => {
    for (;;) {
      const created = await stripe.checkout.sessions.create(purchaseParams()).catch(() => undefined);
      if (!created) return;
      receivedIds.push(created.id);
      if (receivedIds.length === 40) child.kill('SIGKILL');
    }
  });
  await once(child, 'exit');
  await Promise.all(clients);
  expect(receivedIds.length).toBeGreaterThanOrEqual(40);

  const after = await startStripeSandbox({ journalPath });
  const storedIds = new Set(after.sessions().map(({ id }) => id));
  expect(receivedIds.filter((id) => !storedIds.has(id))).toEqual([]);
  await after.close();
});

test('card numbers and security codes are not written to the journal', async () => {
  const sandbox = await startStripeSandbox({ journalPath });
  const { id, url } = await sdkClient(sandbox).checkout.sessions.create(purchaseParams());
  const page = (url ?? '').replace('localhost', '127.0.0.1');
  for (const card of ['4000000000000002', '5555555555554444', '4242424242424242']) {
    await fetch(page, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        card,
        expiry: '12 / 40',
        cvc: '987',
        name: 'Dana',
        email: 'd@example.test',
      }),
    });
  }
  expect(sandbox.sessions()[0]).toMatchObject({ id, payment_status: 'paid' });
  await sandbox.close();
  const written = await readFile(journalPath, 'utf8');
  expect(written).toContain('"last4":"4242"');
  expect(written).not.toMatch(/4242424242424242|4000000000000002|5555555555554444|4444"|"987"|=987|"cvc"/);
});
