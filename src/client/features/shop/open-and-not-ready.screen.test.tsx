import { beforeAll, expect, it } from 'vitest';
import { sendProductPdf, testPdf } from '../../../server/access/testing/stored-files.ts';
import {
  buy,
  createAdmin,
  createTestProduct,
  productInput,
  testMetadata,
} from '../../../server/payments/testing/purchases.ts';
import { updateProduct } from '../../../server/shop/product-editing.operations.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp({ stripe: 'sandbox' });
let student: TestUser;
let preOrder: AdminProduct;
let openToAll: AdminProduct;
let emptyAndFree: AdminProduct[];
let screen: Screen;
const notReady = 'Not ready yet. We will email you when it is ready.';

beforeAll(async () => {
  const admin = await createAdmin(academy);
  student = await academy.createUser({ password: testPassword });
  preOrder = await createTestProduct(academy, admin, { title: 'Next Book', productNumber: 7 });
  openToAll = await createTestProduct(academy, admin, {
    type: 'session',
    // Sessions 1 and 2 are open to everyone who is logged in.
    productNumber: 2,
    title: 'First Evening',
    content: 'Hello.',
  });
  emptyAndFree = [
    await createTestProduct(academy, admin, { title: 'Free Book', productNumber: 9, isFree: true }),
    await createTestProduct(academy, admin, { type: 'session', title: 'Open Evening', productNumber: 1 }),
  ];
  const filePath = await sendProductPdf(academy, admin, await testPdf());
  const facts = { title: 'Hidden Book', productNumber: 8 };
  const hidden = await createTestProduct(academy, admin, { ...facts, filePath });
  await buy(academy, student, hidden);
  await updateProduct(
    academy.deps,
    admin,
    { ...productInput({ ...facts, isActive: false }), id: hidden.id },
    testMetadata,
  );
});

it('the shop, the product’s page and the page after the payment say that a product has no content yet', async () => {
  screen = await openScreen(academy, '/products', { as: student });
  expect(await screen.findAllByText(notReady)).toHaveLength(1);
  await screen.goTo(`/products/${preOrder.id}`);
  await screen.findByText(notReady);
  await screen.user.click(await screen.findByRole('button', { name: /^Buy \$19\.99/ }));
  await expect.poll(() => screen.url()).toMatch(/\/c\/pay\/cs_test_/);
  const sessionId = /cs_test_\w+/.exec(screen.url())?.[0] ?? '';
  await academy.sandbox.pay(sessionId);
  await screen.goTo(`/payment-success?session_id=${sessionId}`);
  await screen.readMessage(
    'Purchase Successful!',
    `Your product has been added to your library. ${notReady}`,
  );
  await screen.findByText(/Not ready yet\. We will email you when it is ready\./);
});

it('visitors are not promised an email about a product that is free or open to everyone and has no content yet', async () => {
  screen = await openScreen(academy, '/products');
  expect(await screen.findAllByText('Not ready yet.')).toHaveLength(emptyAndFree.length);
  expect(screen.getAllByText(notReady)).toHaveLength(1);
  for (const { id, title } of emptyAndFree) {
    await screen.goTo(`/products/${id}`);
    await screen.findByRole('heading', { name: title });
    expect(screen.getByText('Not ready yet.')).toBeVisible();
  }
});

it('a session that is open to everyone is not offered for sale', async () => {
  screen = await openScreen(academy, '/products', { as: student });
  await screen.findByRole('link', { name: 'Open the session First Evening' });
  expect(screen.queryByRole('button', { name: /Buy .* First Evening/ })).toBeNull();
  await screen.close();
  screen = await openScreen(academy, `/products/${openToAll.id}`);
  const signUpLink = await screen.findByRole('link', { name: 'Sign up to open it First Evening' });
  expect(signUpLink).toHaveAttribute('href', `/auth?tab=signup&next=%2Fcoaching%2F${openToAll.id}`);
  expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
});

it('a purchased product that has since been hidden can be downloaded from the payment list', async () => {
  screen = await openScreen(academy, '/billing', { as: student });
  const link = await screen.findByRole('link', { name: /^Download .*Hidden Book/ });
  expect((await window.fetch(link.getAttribute('href') ?? '')).status).toBe(200);
  await screen.user.click(link);
  expect(screen.downloads).toHaveLength(1);
});
