import { within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createAdmin, createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import type { AdminProduct } from '../../../../shared/shop/products.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

let academy: TestApp;
let student: TestUser;
let session: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp();
  student = await academy.createUser({ password: testPassword });
  const admin = await createAdmin(academy);
  session = await createTestProduct(academy, admin, {
    type: 'session',
    productNumber: 1,
    title: 'Reading rivers',
    content: 'Text',
  });
});
afterAll(() => academy.close());
afterEach(() => screen.close());

it('an empty list explains what notes are for', async () => {
  screen = await openScreen(academy, '/notes', { as: student });
  await screen.findByRole('heading', { name: 'No notes yet' });
  expect(screen.getByRole('link', { name: 'Open my library' })).toHaveAttribute('href', '/coaching');
});

it('notes are listed by position with links, and can be filtered', async () => {
  const { learning } = academy.caller(student);
  await learning.addNote({ sessionId: session.id, atSeconds: 90, text: 'Turn: check more' });
  await learning.addNote({ sessionId: session.id, atSeconds: 12, text: 'Flop: bet small' });
  screen = await openScreen(academy, '/notes', { as: student });
  const region = within(await screen.findByRole('region', { name: 'Reading rivers' }));
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Go to 0:12Flop: bet small',
    'Go to 1:30Turn: check more',
  ]);
  expect(region.getByRole('link', { name: 'Go to 1:30' })).toHaveAttribute(
    'href',
    `/coaching/${session.id}?at=90`,
  );
  await screen.user.type(screen.getByRole('searchbox', { name: 'Filter' }), 'TURN');
  expect(region.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('1 of 2 notes')).toBeVisible();
});

it('loaded notes stay visible and can be reloaded when a reload fails', async () => {
  screen = await openScreen(academy, '/notes', { as: student });
  await screen.findByRole('region', { name: 'Reading rivers' });
  await screen.goTo('/products');
  const restore = screen.network.fail('learning.listNotes', { status: 500, code: 'internal' });
  await screen.reload();
  await screen.goTo('/notes');
  await screen.findByText('Your notes could not be loaded');
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('region', { name: 'Reading rivers' });
});

it('a visitor is asked to log in and is led back', async () => {
  screen = await openScreen(academy, '/notes');
  await expect.poll(() => screen.address()).toBe('/auth?next=%2Fnotes');
});
