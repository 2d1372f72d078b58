import { expect, it } from 'vitest';
import { graceDays, graceEnd } from '../../shared/access/effective-plan.ts';
import { dayMs } from '../../shared/durations.ts';
import { openScreen, type Screen } from '../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../testing/test-app.ts';
import { formatDate, formatDateTime } from '../lib/format.ts';

const academy = setUpTestApp();
let screen: Screen;

/** Opens a page as a student whose Silver renewal failed this many days ago; Silver ends after `graceDays`. */
async function openWithUnpaidSilver(
  days: number,
  { hasGold = false } = {},
): Promise<{ accessEnd: string | null }> {
  const student = await academy.createUser({ password: testPassword });
  const pastDueSince = new Date(Date.now() - days * dayMs);
  const { db } = academy.deps;
  await db
    .insertInto('subscriptions')
    .values({
      id: `sub_${days}`,
      user_id: student.userId,
      plan: 'silver',
      status: 'past_due',
      price_cents: 500,
      current_period_end: pastDueSince,
      past_due_since: pastDueSince,
    })
    .execute();
  if (hasGold)
    await db
      .insertInto('plan_grants')
      .values({ user_id: student.userId, plan: 'gold', reason: 'gift' })
      .execute();
  screen = await openScreen(academy, '/coaching', { as: student });
  return { accessEnd: graceEnd(pastDueSince.toISOString()) };
}

it('the banner about an unpaid renewal says until when access lasts; it does not if a grant keeps it open', async () => {
  const { accessEnd } = await openWithUnpaidSilver(1);
  const banner = await screen.findByRole('complementary', { name: 'Payment failed' });
  expect(banner).toHaveTextContent(
    `Your last payment failed. You keep Silver until ${formatDateTime(accessEnd)}.`,
  );
  await screen.close();

  await openWithUnpaidSilver(graceDays + 1, { hasGold: true });
  const laterBanner = await screen.findByRole('complementary', { name: 'Payment failed' });
  expect(laterBanner).toHaveTextContent(
    'Your last payment failed. You keep your access, because the academy gave you Gold.',
  );
});

it('the banner stays after the only membership of the student has ended, so that the student can still pay', async () => {
  const { accessEnd } = await openWithUnpaidSilver(graceDays + 2);
  const banner = await screen.findByRole('complementary', { name: 'Payment failed' });
  expect(banner).toHaveTextContent(
    `Your last payment failed. Your Silver access ended on ${formatDate(accessEnd)}.`,
  );
});

it('students without a membership cause no query for an unpaid renewal', async () => {
  screen = await openScreen(academy, '/products', {
    as: await academy.createUser({ password: testPassword }),
  });
  await screen.settle();
  expect(screen.network.sent.join()).toContain('auth.me');
  expect(screen.network.sent.join()).not.toContain('mySubscription');
});

it('an announcement stays dismissed in this browser until it is changed', async () => {
  const { announcements } = academy.caller(await academy.createUser({ role: 'admin' })).admin;
  const now = academy.deps.now().getTime();
  const values = {
    message: 'We rest on Sunday',
    linkPath: '',
    linkLabel: '',
    tone: 'info' as const,
    audience: 'everyone' as const,
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + dayMs).toISOString(),
  };
  const [created] = await announcements.create(values);
  screen = await openScreen(academy, '/forgot-password');
  await screen.findByText('We rest on Sunday');
  await screen.user.click(screen.getByRole('button', { name: 'Dismiss the announcement' }));
  expect(screen.queryByText('We rest on Sunday')).toBeNull();

  await screen.reload();
  await screen.settle();
  expect(screen.queryByText('We rest on Sunday')).toBeNull();

  await announcements.update({ id: created?.id ?? '', version: 1, values: { ...values, tone: 'warning' } });
  await screen.reload();
  await screen.findByText('We rest on Sunday');
});
