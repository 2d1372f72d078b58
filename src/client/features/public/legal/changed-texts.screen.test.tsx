import { focusManager } from '@tanstack/react-query';
import { within } from '@testing-library/dom';
import { beforeAll, expect, it, vi } from 'vitest';
import { minuteMs } from '../../../../shared/durations.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let student: TestUser;
let screen: Screen;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword });
  const earlier = {
    user_id: student.userId,
    statement: 'I accept',
    given_at: new Date(),
    version: '2025-01-01',
  };
  await academy.deps.db
    .insertInto('consents')
    .values([
      { ...earlier, kind: 'terms' },
      { ...earlier, kind: 'privacy' },
    ])
    .execute();
});

it('a student who accepted an earlier text is asked to accept the new one until they do', async () => {
  screen = await openScreen(academy, '/products', { as: student });
  const bar = within(await screen.findByRole('complementary', { name: 'Changed terms' }));
  expect(bar.getByText(/Terms of Service and Privacy Policy have changed/)).toBeVisible();
  expect(bar.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms-of-service');
  const restore = screen.network.fail('consents.accept', { status: 500, code: 'internal' });
  await screen.user.click(bar.getByRole('button', { name: 'I accept' }));
  await screen.readMessage('Your answer was not saved');
  restore();
  await screen.settle();
  await screen.user.click(bar.getByRole('button', { name: 'I accept' }));
  await screen.settle();
  expect(screen.queryByRole('complementary', { name: 'Changed terms' })).toBeNull();
  await screen.reload();
  await screen.settle();
  expect(screen.queryByRole('complementary', { name: 'Changed terms' })).toBeNull();
});

it('a page that stays open asks about a version that was published after the page was opened, and shows that version', async () => {
  screen = await openScreen(academy, '/terms-of-service', { as: student });
  await screen.findByRole('heading', { name: /Governing law$/ });
  await screen.settle();
  expect(screen.queryByRole('complementary', { name: 'Changed terms' })).toBeNull();
  const admin = await academy.createUser({ role: 'admin', password: testPassword });
  const calls = academy.caller({ ...admin, role: 'admin', confirmedAt: academy.deps.now().toISOString() });
  const publish = async (body: string) => {
    const { version } = await calls.settings.legalText({ document: 'terms' });
    await calls.admin.legalTexts.publish({ document: 'terms', version, body, needsAcceptance: true });
  };
  await publish('## Rules of spring\n\n{academy}.');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minuteMs });
  try {
    focusManager.onFocus();
    await screen.findByRole('heading', { name: /Rules of spring$/ });
  } finally {
    vi.useRealTimers();
  }
  const accept = () => screen.getByRole('button', { name: 'I accept' });
  expect(accept()).toBeVisible();

  // If the text changes after it was shown, the new version must be shown before it can be accepted.
  await publish('## Rules of summer\n\n{academy}.');
  await screen.user.click(accept());
  await screen.readMessage('Your answer was not saved');
  await screen.findByRole('heading', { name: /Rules of summer$/ });
  await screen.settle();
  await screen.user.click(accept());
  await screen.settle();
  expect(screen.queryByRole('complementary', { name: 'Changed terms' })).toBeNull();
});
