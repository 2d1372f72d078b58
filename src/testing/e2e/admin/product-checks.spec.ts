import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { smallPdf } from '../../small-pdf.ts';
import { type Academy, admin, startAcademy } from '../academy.ts';
import { buyFirstProduct } from '../sandbox-purchase.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** Checks and confirmations when an admin edits, prices, uploads and archives products. */

let academy: Academy;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  academy = await startAcademy();
  context = await browser.newContext({ baseURL: academy.url });
  await signIn(context, academy.url, admin);
  page = await context.newPage();
});

test.afterAll(async () => {
  await academy?.remove();
});

const question = () => page.getByRole('dialog', { name: 'Nothing to deliver yet. Put it on sale?' });
const findInShop = async (title: string) => {
  const response = await context.request.get('/api/products');
  const products: { title: string; isReady: boolean }[] = await response.json();
  return products.find((product) => product.title === title);
};

async function create(title: string): Promise<void> {
  await page.goto('/admin?tab=products');
  await page.getByRole('button', { name: 'New product' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('button', { name: 'Create product' }).click();
}

test('a product without content is saved as hidden, or sold as a pre-order after a confirmation', async () => {
  await create('Empty Book');
  await question().getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Empty Book');
  await page.getByRole('button', { name: 'Create product' }).click();
  await question().getByRole('button', { name: 'Save hidden' }).click();
  await expect(page.getByText('Product created successfully')).toBeVisible();
  expect(await findInShop('Empty Book')).toBeUndefined();

  await create('Early Book');
  await question().getByRole('button', { name: 'Sell as a pre-order' }).click();
  await expect(page.getByText('Product created successfully')).toBeVisible();
  expect(await findInShop('Early Book')).toMatchObject({ isReady: false });
  await expect(page.getByText('Pre-order', { exact: true })).toBeVisible();

  // The confirmation is not required again.
  await page.getByRole('button', { name: 'Edit Early Book' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Out in spring.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Product updated successfully')).toBeVisible();
});

test('the product form warns of a price for a session that every logged-in user can open', async () => {
  await page.goto('/admin?tab=products&type=session');
  await page.getByRole('button', { name: 'New product' }).click();
  const warning = page.getByText('Nobody has to pay for this session');
  // Sessions 1 and 2 are open to all logged-in users.
  await page.getByLabel('Number', { exact: true }).fill('2');
  await expect(warning).toBeVisible();
  await page.getByLabel('Number', { exact: true }).fill('30');
  await expect(warning).toBeHidden();
});

test('pricing a lower tier above a higher one needs a confirmation', async () => {
  await page.goto('/admin?tab=settings&view=prices');
  const silver = page.getByRole('group', { name: 'Prices of Silver' });
  const price = silver.getByLabel('Charged each month ($)');
  await price.fill('29.99');
  await price.press('Enter');
  const warning = page.getByRole('dialog', { name: 'Silver would cost more than Gold. Save anyway?' });
  await warning.getByRole('button', { name: 'Keep editing' }).click();
  await expect(price).toHaveValue('29.99');
  const plans: { plan: string; priceCents: number }[] = (
    await (await context.request.get('/trpc/payments.plans')).json()
  ).result.data;
  expect(plans.find(({ plan }) => plan === 'silver')?.priceCents).toBe(100);
});

test('a file is checked on upload, and its field shows the error', async () => {
  await page.goto('/admin?tab=products');
  await page.getByRole('button', { name: 'New product' }).click();
  await page.getByLabel('Title').fill('Real Book');
  const field = page.getByLabel('PDF file', { exact: true });
  await field.setInputFiles({
    name: 'fake.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('Only a text.'),
  });
  await expect(page.getByText('This is not a PDF. Export it again as a PDF.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry PDF file' })).toHaveCount(0);
  await field.setInputFiles({
    name: 'real.pdf',
    mimeType: 'application/pdf',
    buffer: await smallPdf('Real'),
  });
  await expect(page.getByText('real.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByText('Product created successfully')).toBeVisible();
  expect(await findInShop('Real Book')).toMatchObject({ isReady: true });
});

test('a sold product is archived instead of deleted, and restored as hidden', async ({ browser }) => {
  const student = await browser.newContext({ baseURL: academy.url });
  await signIn(student, academy.url, demoStudent);
  await buyFirstProduct(await student.newPage());
  // The product that was bought: the first in the shop.
  const title = 'Bankroll Rules That Survive a Bad Month';
  await student.close();
  await page.goto('/admin?tab=products');
  await page.getByRole('button', { name: `More actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: `Archive ${title}` }).click();
  await page.getByRole('button', { name: 'Archive product' }).click();
  await expect(page.getByText('Product archived')).toBeVisible();
  await expect(
    page.getByText(`${title} was sold once and is therefore archived: its buyers keep it.`),
  ).toBeVisible();
  await page.getByRole('button', { name: /^Archived 1/ }).click();
  await page.getByRole('button', { name: `Restore ${title}` }).click();
  await expect(page.getByText(`${title} is hidden. Edit it to put it back on sale.`)).toBeVisible();
  await expect(page.getByText('Nothing is archived')).toBeVisible();
});
