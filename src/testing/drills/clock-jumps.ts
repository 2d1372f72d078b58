import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import { checkBooks, waitForDeliveries } from './books.ts';
import { NotHere, runDrill } from './drill.ts';
import {
  addProducts,
  anyAddress,
  askCheckout,
  completePurchase,
  join,
  openCheckout,
  password,
  secure,
  sendDocument,
  signIn,
} from './student.ts';
import { openSurroundings } from './surroundings.ts';
import { openVisitor, textAt, wanted } from './visitor.ts';

/**
 * `npm run drill -- clock-jumps`: the server's clock jumps an hour ahead and back while Postgres, Stripe and people keep
 * the right time. Needs libfaketime. Events that look an hour old are refused and taken later, codes and
 * addresses follow the server's clock, sessions survive, nothing is delivered twice or lost.
 */

const libraries = [
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/faketime/libfaketimeMT.so.1',
];
const hour = 3_600_000;

await runDrill(5, async (drill) => {
  const library = libraries.find((file) => existsSync(file));
  if (library === undefined)
    throw new NotHere('libfaketime is not installed (Debian: apt-get install faketime)');
  const clock = path.join(drill.folder, 'clock');
  const jump = (hours: -1 | 0 | 1) =>
    writeFileSync(clock, hours === 0 ? '+0' : `${hours > 0 ? '+' : ''}${hours}h`);
  jump(0);
  const surroundings = await openSurroundings(drill);
  const { sandbox, db } = surroundings;
  const server = await surroundings.startServer({
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    // Timers count from the start of the machine and never jump.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const { url } = server;
  sandbox.setWebhook({ url: `${url}/api/stripe/webhook`, secret: surroundings.webhookSecret });
  const [first, second, third] = await addProducts(db, 3);
  if (!first || !second || !third) throw new Error('no products');

  const student = await join(url);
  const started = await student.call(url, {
    method: 'POST',
    path: '/trpc/security.startTwoFactor',
    body: { password },
  });
  const totp = new TOTP({ secret: textAt(started.body, 'result', 'data', 'key').replaceAll(' ', '') });
  const codeAt = (time: number) => totp.generate({ timestamp: time });
  const confirmed = await student.call(url, {
    method: 'POST',
    path: '/trpc/security.confirmTwoFactor',
    body: { code: codeAt(Date.now()) },
  });
  wanted(confirmed, 200, 'the second factor');
  const enter = async (code: string) => {
    const window = openVisitor(anyAddress());
    await signIn(window, url, student.email);
    return (await window.call(url, { method: 'POST', path: '/trpc/auth.completeLogin', body: { code } }))
      .status;
  };
  const me = async () => (await student.call(url, { method: 'GET', path: '/api/user' })).status;
  const statusOf = async (eventType: string) => {
    const event = sandbox.events().findLast(({ type }) => type === eventType);
    return event ? sandbox.deliver(event.id) : 0;
  };

  const sessionId = await openCheckout(student, url, first);
  const uploader = await join(url);
  const early = await sendDocument(uploader, url);

  jump(1);
  // Node keeps the line for the header for a second.
  await sleep(1_500);
  const shown = new Date((await fetch(`${url}/healthz`)).headers.get('date') ?? '').getTime() - Date.now();
  drill.expectAtLeast('minutes that the server is ahead', shown / 60_000, 58);
  drill.expectSame('a session an hour on', await me(), 200);
  await sandbox.pay(sessionId);
  drill.expectSame('an event that looks an hour old', await statusOf('checkout.session.completed'), 400);
  const nothing = await db
    .selectFrom('purchases')
    .select('status')
    .where('status', '=', 'completed')
    .execute();
  drill.expectSame('delivered by it', nothing.length, 0);
  const landed = await completePurchase(student, url, sessionId);
  drill.expectSame(
    'the return page',
    textAt(wanted(landed, 200, 'complete-purchase').body, 'status'),
    'completed',
  );
  drill.expectSame('a code of an hour ago', await enter(codeAt(Date.now())), 401);
  drill.expectSame('a code of the server’s hour', await enter(codeAt(Date.now() + hour)), 200);
  drill.expectSame('an upload that was sent before', (await secure(uploader, url, early)).status, 200);
  const ahead = await join(url);
  // Stripe takes no page that ends in more than a day, and by its clock this one does.
  drill.expectSame('a new payment page', (await askCheckout(ahead, url, second)).status, 503);

  jump(0);
  drill.expectSame('a session after the way back', await me(), 200);
  drill.expectSame(
    'the session of somebody who joined ahead',
    (await ahead.call(url, { method: 'GET', path: '/api/user' })).status,
    200,
  );
  // The code of the later hour is used: no older one may be, or it could be used twice.
  drill.expectSame('a code older than the one used', await enter(codeAt(Date.now())), 401);
  drill.expectSame('the event that was refused', await statusOf('checkout.session.completed'), 200);
  const bought = await openCheckout(ahead, url, second);
  await sandbox.pay(bought);

  jump(-1);
  drill.expectSame('a session an hour back', await me(), 200);
  const late = await openCheckout(uploader, url, third);
  await sandbox.pay(late);
  // Stripe's own tolerance looks at age only: what seems to come from the future is signed all the same.
  wanted(await completePurchase(uploader, url, late), 200, 'complete-purchase an hour back');
  const sent = await sendDocument(uploader, url);
  drill.expectSame('an upload an hour back', (await secure(uploader, url, sent)).status, 200);

  jump(0);
  await waitForDeliveries(db, sandbox, 30);
  const completed = await checkBooks(drill, db, sandbox);
  drill.expectSame('purchases', completed, 3);
  // The payment page that could not be opened is told twice: by the operation and by the door.
  drill.expectAtMost('failures in the log', server.output().match(/"level":(50|60)/g)?.length ?? 0, 2);
  return 'an hour ahead, back, an hour back, back: 3 purchases each once, events refused at 300 s of age and taken later, codes by the server’s clock and never twice, sessions kept';
});
