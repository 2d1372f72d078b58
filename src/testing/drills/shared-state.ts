import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import type { Academy } from '../e2e/academy.ts';
import { admin } from '../e2e/academy.ts';
import type { Drill } from './drill.ts';
import type { Infrastructure } from './infrastructure.ts';
import { buy, join, type Product, password, randomIp, secure, sendDocument, signIn } from './student.ts';
import { openVisitor, requireStatus, textAt, type Visitor, valueAt } from './visitor.ts';

/** Checks, for each kind of shared state, that a change on one server applies to the others immediately. */
export async function checkSharedState(
  drill: Drill,
  servers: readonly Academy[],
  infrastructure: Infrastructure,
  product: Product,
): Promise<void> {
  const [one, two, three] = servers.map(({ url }) => url);
  if (one === undefined || two === undefined || three === undefined)
    throw new Error('three servers are needed');
  const get = async (visitor: Visitor, serverUrl: string, path: string) =>
    visitor.call(serverUrl, { method: 'GET', path });

  // Sessions: a session is valid on all servers, and logging out on one server ends it on all.
  const student = await join(one);
  drill.expectSame(
    'status for a session of another server',
    (await get(student, two, '/api/user')).status,
    200,
  );
  const stolen = student.copy();
  await student.call(three, { method: 'POST', path: '/api/logout' });
  drill.expectSame(
    'status for a session that another server ended',
    (await get(stolen, one, '/api/user')).status,
    401,
  );

  // Limits: ten wrong passwords spread over all servers count as ten.
  const from = randomIp();
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    const serverUrl = servers[turn % servers.length]?.url ?? one;
    statuses.push((await signIn(openVisitor(from), serverUrl, student.email, 'not the password')).status);
  }
  drill.expectSame('statuses for wrong passwords, sent to all servers', statuses, [
    ...Array(10).fill(401),
    429,
    429,
  ]);

  // Uploads: one server issues the upload URL, another inspects and keeps the file.
  const visitor = openVisitor(randomIp());
  const sent = await sendDocument(visitor, one);
  drill.expectSame(
    'status for an upload to a URL of another server',
    (await secure(visitor, two, sent)).status,
    200,
  );

  // Cached content: a change made on one server is visible on the others at the next request.
  const adminVisitor = openVisitor(randomIp());
  requireStatus(await signIn(adminVisitor, one, admin.email, admin.password), 200, 'the admin');
  const listed = async (serverUrl: string) =>
    JSON.stringify((await get(openVisitor(), serverUrl, '/api/products')).body);
  for (const serverUrl of [one, two, three]) await listed(serverUrl);
  const fields = { type: 'pdf', productNumber: product.number, price: product.cents };
  for (let turn = 0; turn < 20; turn += 1) {
    const title = `Renamed ${turn}`;
    const path = `/api/admin/products/${product.id}`;
    requireStatus(
      await adminVisitor.call(one, { method: 'PUT', path, body: { ...fields, title } }),
      200,
      'the change',
    );
    const shown = await Promise.all([two, three, one].map(listed));
    drill.expectSame(
      `whether each server shows change ${turn}`,
      shown.map((text) => text.includes(title)),
      [true, true, true],
    );
  }

  // The second factor: a code works once, across all servers.
  const twoFactorUser = await join(one);
  const started = await trpc(twoFactorUser, one, 'security.startTwoFactor', { password });
  const totp = new TOTP({ secret: textAt(started, 'result', 'data', 'key').replaceAll(' ', '') });
  const now = Date.now();
  requireResult(
    await trpc(twoFactorUser, one, 'security.confirmTwoFactor', { code: totp.generate({ timestamp: now }) }),
  );
  const code = totp.generate({ timestamp: now + 30_000 });
  const entered = await Promise.all(
    [one, two, three].map(async (serverUrl) => {
      const window = openVisitor(randomIp());
      await signIn(window, serverUrl, twoFactorUser.email);
      return (
        await window.call(serverUrl, { method: 'POST', path: '/trpc/auth.completeLogin', body: { code } })
      ).status;
    }),
  );
  drill.expectSame(
    'statuses for one code, sent to three servers at the same time',
    entered.toSorted(),
    [200, 401, 401],
  );

  // Jobs: requested on one server, run once by any of them; every server can return the result.
  const asker = await join(one);
  const requested = await trpc(asker, one, 'privacy.requestExport', { password });
  const id = textAt(requested, 'result', 'data', 'id');
  const status = async () =>
    textAt((await get(asker, two, '/trpc/privacy.latestExport')).body, 'result', 'data', 'status');
  for (let attempt = 0; attempt < 150 && (await status()) === 'requested'; attempt += 1) await sleep(200);
  drill.expectSame('status of a job requested on another server', await status(), 'ready');
  const copies = await Promise.all(
    [one, two, three].map(
      async (serverUrl) => (await get(asker, serverUrl, `/api/privacy/exports/${id}`)).status,
    ),
  );
  drill.expectSame('statuses for the file of the job, from every server', copies, [200, 200, 200]);
  drill.expectSame(
    'emails about the finished job',
    (
      await infrastructure.db
        .selectFrom('mail_messages')
        .select('id')
        .where('user_id', '=', asker.id)
        .where('kind', '=', 'data_export_ready')
        .execute()
    ).length,
    1,
  );

  // Notifications: created on one server, shown on another; marking one as read applies everywhere.
  const buyer = await join(one);
  await buy(buyer, two, product, infrastructure.sandbox);
  const unread = async (serverUrl: string) =>
    valueAt(
      (await get(buyer, serverUrl, '/trpc/notifications.unreadCount')).body,
      'result',
      'data',
      'unread',
    );
  drill.expectSame('unread notifications on another server', await unread(three), 1);
  requireResult(await trpc(buyer, three, 'notifications.markRead', {}));
  drill.expectSame('unread notifications after another server marked them as read', await unread(one), 0);
}

async function trpc(visitor: Visitor, serverUrl: string, name: string, input: unknown): Promise<unknown> {
  return (await visitor.call(serverUrl, { method: 'POST', path: `/trpc/${name}`, body: input })).body;
}

function requireResult(body: unknown): void {
  valueAt(body, 'result');
}
