import { within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createAdmin, createTestProduct } from '../../../server/payments/testing/purchases.ts';
import type { AdminProduct } from '../../../shared/products.ts';
import { registration } from '../../../testing/http-client.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, documentImage, type TestApp } from '../../../testing/test-app.ts';

let academy: TestApp;
let product: AdminProduct;
let screen: Screen;

beforeAll(async () => {
  academy = await createTestApp();
  product = await createTestProduct(academy, await createAdmin(academy));
});
afterAll(() => academy.close());
afterEach(() => screen.close());

const labels = {
  'First name': 'firstName',
  'Last name': 'lastName',
  Email: 'email',
  Password: 'password',
  'Document type': 'documentType',
  'Document number': 'documentNumber',
  'Date of birth': 'dateOfBirth',
  'Phone number': 'phoneNumber',
  Address: 'address',
  City: 'city',
  State: 'state',
  Country: 'country',
  'Postal code': 'postalCode',
};

async function register(): Promise<void> {
  const form = within(await screen.findByRole('form', { name: 'Sign Up' }));
  const values = registration();
  for (const [label, field] of Object.entries(labels))
    screen.fill(form.getByLabelText(label), String(values[field]));
  for (const side of ['Front', 'Back']) {
    const file = new window.File([new Uint8Array(await documentImage())], `${side}.jpg`, {
      type: 'image/jpeg',
    });
    await screen.user.upload(form.getByLabelText(`${side} side`), file);
    await screen.readMessage(`${side} side uploaded`);
  }
  await screen.user.click(form.getByRole('button', { name: 'Create Account' }));
  await screen.findByRole('heading', { name: 'Documents Received!' });
}

it('offers the product that was wanted first, and leads there by itself', async () => {
  screen = await openScreen(academy, `/products/${product.id}`);
  await screen.user.click(await screen.findByRole('button', { name: /^Buy \$19\.99/ }));
  await screen.user.click(await screen.findByRole('tab', { name: 'Sign Up' }));
  await register();
  expect(screen.getByRole('main').querySelector('a, button')).toHaveTextContent(
    'Continue to River Bluffs ($19.99)',
  );
  await expect.poll(() => screen.address(), { timeout: 10_000 }).toBe(`/products/${product.id}`);
  expect(await screen.findByRole('button', { name: /^Buy \$19\.99/ })).toBeVisible();
});

it('leads to the landing page when nothing was wanted', async () => {
  screen = await openScreen(academy, '/auth?tab=signup&next=https://evil.example');
  await register();
  expect(screen.queryByRole('button', { name: /^Continue/ })).toBeNull();
  await expect.poll(() => screen.address(), { timeout: 10_000 }).toBe('/');
});
