import { within } from '@testing-library/dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

let academy: TestApp;
let student: TestUser;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp();
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
afterAll(() => academy.close());

it('a student who accepted an earlier text is asked until they accept the new one', async () => {
  screen = await openScreen(academy, '/products', { as: student });
  const bar = within(await screen.findByRole('complementary', { name: 'Changed terms' }));
  expect(bar.getByText(/Terms of Service and Privacy Policy have changed/)).toBeVisible();
  expect(bar.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms-of-service');
  const restore = screen.network.fail('consents.accept', { status: 500, code: 'internal' });
  await screen.user.click(bar.getByRole('button', { name: 'I accept' }));
  await screen.readMessage('Your answer was not saved');
  restore();
  await screen.user.click(bar.getByRole('button', { name: 'I accept' }));
  await screen.settle();
  expect(screen.queryByRole('complementary', { name: 'Changed terms' })).toBeNull();
  await screen.reload();
  await screen.settle();
  expect(screen.queryByRole('complementary', { name: 'Changed terms' })).toBeNull();
});
