import { type Browser, expect, type Page, test } from '@playwright/test';
import { admin } from '../academy.ts';
import { ownAcademy } from '../own-academy.ts';
import { signedInContext } from '../sign-in.ts';

/** An admin never loses the input of a long form, whether by leaving the page or by another admin's changes. */

// Without demo data every coaching plan is empty.
const academy = ownAcademy({ DEMO_DATA: 'false' });

async function openAdminPage(browser: Browser, path: string): Promise<Page> {
  const context = await signedInContext(browser, academy.url, admin);
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const question = (page: Page) => page.getByRole('alert').filter({ hasText: 'Discard what you typed?' });

test('the back button asks before the input is discarded', async ({ browser }) => {
  const page = await openAdminPage(browser, '/admin?tab=users');
  await page.getByRole('tab', { name: 'Product Management' }).click();
  await page.getByRole('button', { name: 'New product' }).click();
  const editor = page.getByRole('dialog', { name: 'Create a product' });
  await editor.getByLabel('Title').fill('Blind against blind');

  await page.evaluate(() => history.back());
  await question(page).getByRole('button', { name: 'Keep editing' }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page).toHaveURL(/tab=products/);
  await expect(editor.getByLabel('Title')).toHaveValue('Blind against blind');

  await page.evaluate(() => history.back());
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL(/tab=users/);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Without input there is no confirmation.
  await page.goForward();
  await page.getByRole('button', { name: 'New product' }).click();
  await expect(editor.getByLabel('Title')).toHaveValue('');
  await page.evaluate(() => history.back());
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  await page.context().close();
});

test('closing the tab asks first, and staying preserves the input', async ({ browser }) => {
  const page = await openAdminPage(browser, '/admin?tab=products&type=plan');
  await page.getByRole('button', { name: 'Fill plan 2', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Fill coaching plan 2' });
  await editor.getByLabel('Title').fill('Half a plan');
  const asking = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asking;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await expect(editor.getByLabel('Title')).toHaveValue('Half a plan');

  const leaving = page.waitForEvent('dialog');
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await (await leaving).accept();
  await closed;
});

test('when two admins fill the same coaching plan, the second sees the first one’s changes and loses no input', async ({
  browser,
}) => {
  const early = await openAdminPage(browser, '/admin?tab=products&type=plan');
  const late = await openAdminPage(browser, '/admin?tab=products&type=plan');
  const fill = (page: Page) => page.getByRole('dialog', { name: /coaching plan 1$/ });
  for (const page of [early, late]) {
    await page.getByRole('button', { name: 'Fill plan 1', exact: true }).click();
    await expect(fill(page)).toBeVisible();
  }
  await fill(early).getByLabel('Title').fill('Before the flop');
  await fill(early).getByLabel('Description').fill('Six seats, one chart.');
  await fill(late).getByLabel('Title').fill('Opening ranges');
  await fill(early).getByRole('button', { name: 'Save plan' }).click();
  await expect(fill(early)).toHaveCount(0);

  const notice = fill(late).getByRole('alert').filter({ hasText: 'This plan was saved in another tab' });
  await fill(late).getByRole('button', { name: 'Save plan' }).click();
  await expect(notice).toBeInViewport();
  await expect(fill(late).getByLabel('Title')).toHaveValue('Opening ranges');
  await notice.getByRole('button', { name: 'Keep both changes' }).click();
  await expect(fill(late)).toHaveCount(0);
  // The title from this form, the description from the other admin.
  const card = late.getByRole('listitem').filter({ hasText: 'Opening ranges' });
  await expect(card).toContainText('Six seats, one chart.');

  // The reverse: the first admin edits an outdated version and loads the current one.
  await early.getByRole('button', { name: 'Edit plan 1', exact: true }).click();
  await expect(fill(early).getByLabel('Title')).toHaveValue('Before the flop');
  await fill(early).getByLabel('Title').fill('Something else');
  await fill(early).getByRole('button', { name: 'Save plan' }).click();
  await fill(early).getByRole('button', { name: 'Discard what I typed' }).click();
  await expect(fill(early).getByLabel('Title')).toHaveValue('Opening ranges');
  await expect(fill(early).getByLabel('Description')).toHaveValue('Six seats, one chart.');
  await early.context().close();
  await late.context().close();
});

test('when a long form cannot be saved, the message that says so scrolls into view', async ({ browser }) => {
  const [page, other] = [
    await openAdminPage(browser, '/terms-of-service'),
    await openAdminPage(browser, '/terms-of-service'),
  ];
  for (const [tab, text] of [
    [page, 'Mine'],
    [other, 'Theirs'],
  ] as const) {
    await tab.getByRole('button', { name: 'Edit this page' }).click();
    await tab.getByRole('textbox', { name: 'Text', exact: true }).fill(`## ${text}\n\n{academy}.`);
  }
  await other.getByRole('button', { name: 'Publish this version' }).click();
  await expect(other.getByText('Published', { exact: true })).toBeVisible();

  await page.setViewportSize({ width: 768, height: 480 });
  const editor = page.getByRole('dialog', { name: 'Terms of Service' });
  const publish = editor.getByRole('button', { name: 'Publish this version' });
  await editor.getByRole('checkbox', { name: 'Ask everyone to accept it' }).focus();
  await publish.click();
  await expect(editor.getByRole('button', { name: 'Keep what I typed' })).toBeInViewport();
  await editor.getByRole('button', { name: 'Keep what I typed' }).click();

  await page.route('**/trpc/admin.legalTexts.publish**', (route) => route.abort());
  await editor.getByRole('textbox', { name: 'Text', exact: true }).focus();
  await publish.click();
  await expect(editor.getByText('The text may have been published')).toBeInViewport();
  await page.context().close();
  await other.context().close();
});

/** Lets the first request for each of these files fail. */
async function failOnce(page: Page, files: RegExp): Promise<Set<string>> {
  const failed = new Set<string>();
  await page.route(files, (route) => {
    const url = route.request().url();
    if (failed.has(url)) return route.continue();
    failed.add(url);
    return route.abort();
  });
  return failed;
}

test('the product editor keeps the typed text if the preview and the formatted description cannot be loaded at the first attempt', async ({
  browser,
}) => {
  const page = await openAdminPage(browser, '/admin?tab=products');
  await page.getByRole('button', { name: 'New product' }).click();
  const editor = page.getByRole('dialog', { name: 'Create a product' });
  await editor.getByLabel('Title').fill('Blind against blind');
  await editor.getByRole('button', { name: 'Write Markdown: Description' }).click();
  await editor.getByRole('textbox', { name: 'Description' }).fill('Six **seats**, one chart.');
  const failed = await failOnce(page, /\/(product-preview|rich-text)-[^/]+\.js$/);
  await editor.getByRole('button', { name: 'Preview as a student' }).click();
  const preview = page.getByRole('dialog', { name: 'As a student sees it' });
  await expect(preview.getByText('The preview could not be loaded')).toBeVisible();
  await preview.getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByRole('heading', { name: 'Blind against blind' }).first()).toBeVisible();
  await expect(preview.locator('strong', { hasText: 'seats' })).toBeVisible();
  expect(failed.size).toBe(2);
  await preview.getByRole('button', { name: 'Back to editing' }).click();
  await expect(editor.getByLabel('Title')).toHaveValue('Blind against blind');
  await page.context().close();
});

for (const path of ['/', '/privacy-policy'])
  test(`${path} is not reloaded if its edit button fails to load at first`, async ({ browser }) => {
    const context = await signedInContext(browser, academy.url, admin);
    const page = await context.newPage();
    const failed = await failOnce(page, /\/edit-(page|legal-text)-[^/]+\.js$/);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Edit this page' })).toBeVisible();
    expect([failed.size, loads]).toEqual([1, 1]);
    await context.close();
  });
