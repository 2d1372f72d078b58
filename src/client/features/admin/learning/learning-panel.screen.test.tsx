import { within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

it('a session in the table links to the students who opened it, and that list can be limited to students who finished it', async () => {
  const product = await createTestProduct(
    academy,
    { ...admin, role: 'admin' },
    { type: 'session', productNumber: 9 },
  );
  for (const [firstName, status] of [
    ['Nora', 'completed'],
    ['Ivo', 'in_progress'],
  ] as const) {
    const { userId } = await academy.createUser({ firstName, lastName: 'Lind' });
    await academy.deps.db
      .insertInto('user_progress')
      .values({
        user_id: userId,
        session_id: product.id,
        status,
        completed_at: status === 'completed' ? academy.deps.now() : null,
      })
      .execute();
  }
  screen = await openScreen(academy, '/admin?tab=learning', { as: admin });
  const link = await screen.findByRole('link', { name: new RegExp(`${product.title}$`) });
  expect(link.closest('tr')).toHaveTextContent(/2 opened.*1 finished.*50%/);
  await screen.user.click(link);
  await screen.findByRole('link', { name: 'Ivo Lind' });
  await screen.user.click(screen.getByRole('button', { name: /^Finished/ }));
  await screen.findByRole('link', { name: 'Nora Lind' });
  const rows = within(screen.getByRole('table', { name: `Students who opened ${product.title}` }));
  await screen.settle();
  expect(rows.queryByRole('link', { name: 'Ivo Lind' })).toBeNull();
  expect(screen.url()).toContain('status=finished');
});
