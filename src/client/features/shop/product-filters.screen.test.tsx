import { waitFor } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { createAdmin, createTestProduct } from '../../../server/payments/testing/purchases.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let screen: Screen;

beforeAll(async () => {
  await createTestProduct(academy, await createAdmin(academy));
});

it('“Show all products” moves the focus to the page, because the link disappears', async () => {
  screen = await openScreen(academy, '/products?q=nothing-like-this');
  (await screen.findByRole('link', { name: 'Show all products' })).focus();
  await screen.user.keyboard('{Enter}');
  await screen.findByText('1 product');
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('while the products load, a visible text says so', async () => {
  screen = await openScreen(academy, '/privacy-policy');
  const restore = screen.network.hold('shop.listProducts');
  await screen.goTo('/products');
  const text = await screen.findByText('Loading products...');
  expect(text).toBeVisible();
  expect(text).not.toHaveClass('sr-only');
  restore();
  await screen.findByText('1 product');
  expect(text).not.toBeInTheDocument();
});
