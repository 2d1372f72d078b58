import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { makePdf } from '../../../server/demo/demo-files.ts';
import { type Academy, admin, openAcademy } from '../academy.ts';
import { failCalls } from '../failing-calls.ts';
import { joinAcademy } from '../join-academy.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** The screens, words and limits of S1 §2, §4, §5, §8 and §9 about the admin area that no other story comes across. */

test.describe.configure({ mode: 'serial' });
test.setTimeout(180_000);

const waiting = ['Rhea', 'Sol'].map((firstName, index) => ({
  firstName,
  lastName: 'Queue',
  email: `${firstName.toLowerCase()}@example.test`,
  password: 'a long enough password',
  image: 100 + index * 2,
}));

let academy: Academy;
let context: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  academy = await openAcademy({ DEMO_DATA: 'true' });
  for (const { image, ...person } of waiting) {
    const joining = await browser.newContext();
    await joinAcademy(joining.request, academy.url, person, image);
    await joining.close();
  }
  context = await browser.newContext({
    baseURL: academy.url,
    viewport: { width: 1440, height: 900 },
  });
  await signIn(context, academy.url, admin);
  page = await context.newPage();
});
test.afterAll(async () => {
  await academy?.remove();
});

const broken = { status: 500, code: 'internal', message: 'Something went wrong' };
const today = () => new Date().toISOString().slice(0, 10);
/** A toast or the same sentence inline: the area says both. */
const said = (text: string | RegExp) => page.getByText(text).first();

test('students are told that they have no access, in the words of the specification', async ({ browser }) => {
  const other = await browser.newContext({ baseURL: academy.url });
  await signIn(other, academy.url, demoStudent);
  const student = await other.newPage();
  await student.goto('/admin');
  await expect(student.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(student.getByText('You need admin privileges to access this page.')).toBeVisible();
  await other.close();
});

test('the dashboard has its four tabs, cards and prices, and both cards lead on', async () => {
  await page.goto('/admin');
  for (const tab of ['Dashboard & Stats', 'KYC Management', 'Purchase History', 'Product Management']) {
    await expect(page.getByRole('tab', { name: tab })).toBeVisible();
  }
  for (const label of ['Total users', 'Pending approvals', 'Approved users', 'Rejected applications']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  const plans = page.getByRole('table', { name: 'Students by plan' });
  for (const row of [
    /^Free/,
    /^Silver\s?\$29\.99/,
    /^Gold\s?\$59\.99/,
    /^Diamond\s?\$99\.99/,
    /^Custom/,
    /^Total active/,
  ]) {
    await expect(plans.getByRole('row', { name: row })).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'Recent Users' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the queue' }).click();
  await expect(page).toHaveURL(/tab=kyc.*status=open/);
  await expect(page.getByRole('button', { name: 'Review Rhea Queue' })).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'View Stats' })).toBeVisible();
  await page.getByRole('link', { name: 'Open the plots' }).click();
  for (const plot of ['Revenue, net of refunds', 'Monthly recurring revenue', 'Churn', 'Registrations']) {
    await expect(page.getByRole('heading', { name: plot, exact: true })).toBeVisible();
  }
  await page.getByText('Paid subscriptions by plan, over this time').click();
  await expect(page.getByRole('table', { name: /^Paid subscriptions by plan, \d+ rows$/ })).toBeVisible();
});

test('a quick decision that fails says why, and one that works leaves its note', async () => {
  await page.goto('/admin');
  const users = page.getByRole('table', { name: 'Recent Users' });
  const approve = users.getByRole('button', { name: 'Approve Rhea Queue' });
  // Never for admins.
  await expect(users.getByRole('button', { name: 'Approve Academy Admin' })).toHaveCount(0);

  await page.route('**/trpc/admin.recentUsers*', (route) =>
    route.fulfill({ json: [{ result: { data: [] } }] }),
  );
  await approve.click();
  await expect(said('Update failed')).toBeVisible();
  await expect(said('No KYC application found for this user')).toBeVisible();
  await page.unroute('**/trpc/admin.recentUsers*');
  await page.goto('/admin');

  const mend = await failCalls(page, 'admin.setApplicationStatus', broken);
  await approve.click();
  await expect(said('Failed to update KYC status')).toBeVisible();
  await mend();

  await approve.click();
  await expect(said('User status updated')).toBeVisible();
  await expect(said('Rhea Queue: Approved')).toBeVisible();
  await users.getByRole('button', { name: 'View documents of Rhea Queue' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/^Approved via Recent Users section by admin on \d/)).toBeVisible();
  await expect(dialog.getByRole('heading', { name: 'Personal info' })).toBeVisible();
  await expect(dialog.getByRole('link', { name: /^View/ })).toHaveCount(2);
  await expect(dialog.getByRole('link', { name: /^Download/ })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
});

test('documents that cannot be had say so, and Retry Loading leads back to the area', async () => {
  const open = async () => {
    await page.goto('/admin');
    await page.getByRole('button', { name: 'View documents of Sol Queue' }).click();
    return page.getByRole('dialog');
  };
  for (const [status, title] of [
    [404, 'Document not available'],
    [502, 'Unable to load document image'],
  ] as const) {
    await page.route('**/objects/*', (route) => route.fulfill({ status, json: {} }));
    const dialog = await open();
    await expect(dialog.getByText(title).first()).toBeVisible();
    await page.unroute('**/objects/*');
  }
  await page.route('**/objects/*', (route) =>
    route.fulfill({ status: 200, contentType: 'image/jpeg', body: 'no picture' }),
  );
  await expect((await open()).getByText('Document Preview Not Available').first()).toBeVisible();
  await page.unroute('**/objects/*');

  await failCalls(page, 'admin.user', broken);
  const dialog = await open();
  await expect(dialog.getByText('Unable to fetch user data. Please try again.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Retry Loading' }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/admin$/);
  await page.unroute(/admin\.user/);
});

test('an ended session is called so, and the way back is offered', async () => {
  const expired = { status: 403, code: 'forbidden', message: 'You need admin privileges for this' };
  for (const [path, procedure] of [
    ['/admin', 'admin.recentUsers'],
    ['/admin?tab=kyc', 'admin.kycQueue'],
    ['/admin?tab=products', 'admin.listProducts'],
  ] as const) {
    const other = await context.newPage();
    await failCalls(other, procedure, expired);
    await other.goto(path);
    await expect(other.getByText('Admin session expired. Please refresh and try again.')).toBeVisible();
    await expect(other.getByRole('link', { name: 'Sign in again' })).toHaveAttribute(
      'href',
      `/auth?next=${encodeURIComponent(path)}`,
    );
    await other.close();
  }
});

test('exports carry the day in their names, and say when they fail', async () => {
  await page.goto('/admin');
  for (const format of ['json', 'csv'] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export ${format.toUpperCase()}` }).click();
    expect((await download).suggestedFilename()).toBe(`users-export-${today()}.${format}`);
  }
  await page.route('**/api/admin/export-users*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Export JSON' }).click();
  await expect(said('JSON export failed')).toBeVisible();
  await expect(said('Failed to export data')).toBeVisible();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(said('CSV export failed')).toBeVisible();
  await expect(said('Failed to export CSV data')).toBeVisible();
  await page.unroute('**/api/admin/export-users*');
});

test('a new PDF and a new session start with their defaults', async () => {
  const open = async (kind: 'PDFs' | 'Sessions') => {
    await page.goto('/admin?tab=products');
    const choice = page.getByRole('button', { name: new RegExp(`^${kind}`) });
    const count = Number(/\d+/.exec((await choice.textContent()) ?? '')?.[0]);
    await choice.click();
    await page.getByRole('button', { name: 'New product' }).click();
    return { dialog: page.getByRole('dialog', { name: 'Create a product' }), count };
  };
  const pdfs = await open('PDFs');
  await expect(pdfs.dialog.getByLabel('Type')).toHaveValue('pdf');
  await expect(pdfs.dialog.getByLabel('Number')).toHaveValue(String(pdfs.count + 1));
  await expect(pdfs.dialog.getByLabel('Price in dollars')).toHaveValue('9.99');
  await expect(pdfs.dialog.getByLabel('Difficulty')).toHaveValue('beginner');
  await expect(pdfs.dialog.getByLabel('Active')).toBeChecked();
  await expect(pdfs.dialog.getByLabel('Free')).not.toBeChecked();
  await expect(pdfs.dialog.getByLabel('Duration in minutes')).toHaveValue('');
  await expect(pdfs.dialog.getByText(/50 MB/)).toBeVisible();
  const levels = await pdfs.dialog.getByLabel('Difficulty').getByRole('option').allTextContents();
  expect(levels).toEqual(['Beginner', 'Intermediate', 'Advanced', 'Expert']);

  const sessions = await open('Sessions');
  await expect(sessions.dialog.getByLabel('Number')).toHaveValue(String(sessions.count + 1));
  await expect(sessions.dialog.getByLabel('Price in dollars')).toHaveValue('19.99');
  await expect(sessions.dialog.getByLabel('Duration in minutes')).toHaveValue('30');
});

test('saving needs a title, rounds the price, mends the number, and tells what failed', async () => {
  await page.goto('/admin?tab=products');
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a product' });
  const create = dialog.getByRole('button', { name: 'Create product' });
  await expect(create).toBeDisabled();
  await expect(dialog.getByText('Add a title to save.')).toBeVisible();
  await dialog.getByLabel('Title').fill('River sizing');
  await dialog.getByLabel('Price in dollars').fill('0.30');
  await create.click();
  await expect(dialog.getByText('The price must be 0 or at least $0.50')).toBeVisible();
  await dialog.getByLabel('Price in dollars').fill('12.35');
  await dialog.getByLabel('Number').fill('not a number');
  const mend = await failCalls(page, 'admin.createProduct', broken);
  const sellAnyway = page.getByRole('button', { name: 'Sell as a pre-order' });
  await create.click();
  await sellAnyway.click();
  await expect(said('Failed to create product')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('River sizing');
  await mend();
  await create.click();
  await sellAnyway.click();
  await expect(said('Product created successfully')).toBeVisible();
  // Invalid means 1, which is taken: the next free number, and that is said (D-35).
  await expect(said(/^Number 1 was taken, so that it became number \d+\./)).toBeVisible();
  await expect(page.getByText('$12.35')).toBeVisible();

  await page.getByRole('button', { name: 'Edit River sizing' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit “River sizing”' });
  await editor.locator('input[type=file]').setInputFiles({
    name: 'river.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf('River', 1, ['One.']),
  });
  await expect(editor.getByText('river.pdf')).toBeVisible();
  const mendUpdate = await failCalls(page, 'admin.updateProduct', broken);
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await expect(said('Failed to update product')).toBeVisible();
  await mendUpdate();
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await expect(said('Product updated successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Delete River sizing' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “River sizing”?' });
  const mendDelete = await failCalls(page, 'admin.deleteProduct', broken);
  await question.getByRole('button', { name: 'Delete product' }).click();
  await expect(said('Failed to delete product')).toBeVisible();
  await mendDelete();
  await question.getByRole('button', { name: 'Delete product' }).click();
  await expect(said('Product deleted successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'River sizing' })).toHaveCount(0);
});

test('somebody is approved from a phone, with keys alone', async ({ browser }) => {
  const phone = await browser.newContext({
    baseURL: academy.url,
    viewport: { width: 390, height: 844 },
  });
  await signIn(phone, academy.url, admin);
  const screen = await phone.newPage();
  await screen.goto('/admin');
  await screen.getByRole('button', { name: 'Approve Sol Queue' }).focus();
  await screen.keyboard.press('Enter');
  await expect(screen.getByText('Sol Queue: Approved').first()).toBeVisible();
  await screen.reload();
  await screen.getByRole('link', { name: 'Sol Queue' }).focus();
  await screen.keyboard.press('Enter');
  await expect(screen.getByRole('heading', { name: 'Sol Queue' })).toBeVisible();
  await phone.close();
});
