import { within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import type { AdminActor } from '../../../../server/actor.ts';
import { storeAcademyHands } from '../../../../server/hands/academy-hands.operations.ts';
import { createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let student: TestUser;
let admin: TestUser;
let session: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  student = await academy.createUser({ password: testPassword });
  admin = await academy.createUser({ role: 'admin', password: testPassword });
  session = await createTestProduct(academy, admin as AdminActor, {
    type: 'session',
    // Sessions 1 and 2 are open to all logged-in users.
    productNumber: 1,
    title: 'Reading rivers',
    content: 'Text',
  });
  await storeAcademyHands(academy.deps);
});

it('the text of a session shows hands and odds; only admins see the errors of its blocks', async () => {
  const content =
    'Before\n\n:::hand Thin value on a paired river\n\n:::odds AsKs v QQ; board Kh 8s 3d\n\n:::hand Nothing\n\n:::odds AsKs\n\nAfter';
  await academy.deps.db.updateTable('products').set({ content }).where('id', '=', session.id).execute();
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: student });
  const hand = within(await screen.findByRole('region', { name: 'Hand: Thin value on a paired river' }));
  await screen.user.click(hand.getByRole('button', { name: 'Play it in guess mode' }));
  expect(await hand.findByRole('heading', { name: 'What do you do?' })).toBeVisible();
  // The key `g` ends and starts guess mode, because the focus stays in the hand.
  await screen.user.keyboard('g');
  expect(await hand.findByRole('button', { name: 'Play it in guess mode' })).toBeVisible();
  await screen.user.keyboard('g');
  expect(await hand.findByRole('heading', { name: 'What do you do?' })).toBeVisible();
  const odds = within(screen.getByRole('region', { name: 'What are the odds?' }));
  await screen.user.click(odds.getByRole('button', { name: 'Calculate' }));
  expect(await odds.findByText('Guess a number from 0 to 100 first')).toBeVisible();
  expect(odds.getByLabelText(/^How often do you win/)).toHaveFocus();
  expect(screen.getByText('After')).toBeVisible();
  expect(document.body.textContent).not.toMatch(/:::|Nothing|Students do not see/);
  await screen.close();
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: admin });
  expect(await screen.findByText('The academy has no hand “Nothing”.')).toBeVisible();
  expect(screen.getByText(/^Write two or three hands or ranges/)).toBeVisible();
});

it('a hand that was added to the text of a session is shown when the student opens the session again', async () => {
  const write = (title: string) =>
    academy.deps.db
      .updateTable('products')
      .set({ content: `:::hand ${title}` })
      .where('id', '=', session.id)
      .execute();
  await write('Thin value on a paired river');
  screen = await openScreen(academy, `/coaching/${session.id}`, { as: student });
  await screen.findByRole('region', { name: 'Hand: Thin value on a paired river' });
  await write('Same cards, run twice');
  await screen.user.click(screen.getByRole('link', { name: 'My Learning Library' }));
  await screen.user.click(await screen.findByRole('link', { name: new RegExp(session.title) }));
  await screen.findByRole('region', { name: 'Hand: Same cards, run twice' });
});
