import { waitFor } from '@testing-library/dom';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAdmin, createTestProduct } from '../../../server/payments/testing/purchases.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let academy: TestApp;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp({ stripe: 'sandbox' });
  await createTestProduct(academy, await createAdmin(academy));
});
afterAll(() => academy.close());

it('“Show all products” moves the focus to the page, because the link disappears', async () => {
  screen = await openScreen(academy, '/products?q=nothing-like-this');
  (await screen.findByRole('link', { name: 'Show all products' })).focus();
  await screen.user.keyboard('{Enter}');
  await screen.findByText('1 product');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});
