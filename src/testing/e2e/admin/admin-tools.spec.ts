import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { smallPdf } from '../../small-pdf.ts';
import { admin } from '../academy.ts';
import { expectPassesAudit } from '../accessibility-audit.ts';
import { maxShift, shiftsOf, sumOf, watchShifts } from '../layout-shifts.ts';
import { ownAcademy } from '../own-academy.ts';
import { settle } from '../settled-page.ts';
import { demoStudent, signedInContext } from '../sign-in.ts';

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let adminPage: Page;

test.beforeAll(async ({ browser }) => {
  adminPage = await (await signedInContext(browser, academy.url, admin)).newPage();
});

const banner = (page: Page) => page.getByRole('complementary', { name: 'Announcement' });

test('an announcement is previewed, shown to visitors, and causes no layout shift', async ({ browser }) => {
  await adminPage.goto('/admin?tab=settings&view=announcement');
  await adminPage.getByRole('button', { name: 'New announcement' }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'New announcement' });
  await dialog.getByRole('button', { name: 'Announce' }).click();
  await expect(dialog.getByText('Write what the announcement says')).toBeVisible();
  await expect(dialog.getByLabel('Text')).toBeFocused();
  await dialog.getByLabel('Text').fill('Two new sessions on river play are in the shop');
  await expect(banner(adminPage)).toContainText('Two new sessions');
  await dialog.getByLabel('Page that the link opens').fill('https://elsewhere.example');
  await dialog.getByLabel('Label of the link').fill('Have a look');
  await dialog.getByRole('button', { name: 'Announce' }).click();
  await expect(dialog.getByText('Enter a page of this site, such as /products')).toBeVisible();
  await dialog.getByLabel('Page that the link opens').fill('/products');
  await expectPassesAudit(adminPage, 'announcement-editor');
  await dialog.getByRole('button', { name: 'Announce' }).click();
  await expect(adminPage.getByText('Announcement created')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(adminPage.getByText('Active', { exact: true })).toBeVisible();
  // The announcement also appears on the page where it was written, without a reload.
  await expect(banner(adminPage)).toContainText('Two new sessions');

  const visitor = await browser.newPage({ baseURL: academy.url });
  await watchShifts(visitor);
  for (const path of ['/', '/products', '/privacy-policy']) {
    await visitor.goto(path);
    await expect(banner(visitor)).toContainText('Two new sessions on river play are in the shop');
    await settle(visitor);
    const shifts = await shiftsOf(visitor);
    expect(sumOf(shifts), `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(maxShift);
  }
  await expectPassesAudit(visitor, 'announcement');
  await expect(banner(visitor).getByRole('link', { name: 'Have a look' })).toHaveAttribute(
    'href',
    '/products',
  );
  await visitor.close();
});

test('a wide logo in the light theme replaces the name of the academy; a square logo in the dark theme does not', async ({
  browser,
}) => {
  await adminPage.goto('/admin?tab=settings&view=look');
  const logos = [
    { label: 'Logo', width: 384 },
    { label: 'Logo on dark backgrounds', width: 96 },
  ];
  for (const { label, width } of logos) {
    const picture = sharp({ create: { width, height: 96, channels: 3, background: '#22aa66' } }).png();
    await adminPage.getByLabel(label, { exact: true }).setInputFiles({
      name: 'logo.png',
      mimeType: 'image/png',
      buffer: await picture.toBuffer(),
    });
    await expect(adminPage.getByText(`${width} × 96 pixels`)).toBeVisible();
  }

  const visitor = await browser.newPage({ baseURL: academy.url, colorScheme: 'light' });
  await visitor.goto('/products');
  const home = visitor.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Poker Academy' });
  const widthOf = (selector: string) =>
    home.locator(selector).evaluate((part) => part.getBoundingClientRect().width);
  await expect.poll(() => widthOf('img')).toBe(128);
  expect(await widthOf('span')).toBe(1);
  await visitor.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => widthOf('img')).toBe(32);
  expect(await widthOf('span')).toBeGreaterThan(80);
  await visitor.close();

  for (const { label } of logos) {
    const remove = adminPage.getByRole('button', { name: `Remove ${label}`, exact: true });
    await remove.click();
    await adminPage.getByRole('button', { name: 'Remove the logo', exact: true }).click();
    await expect(remove).toHaveCount(0);
  }
});

test('an impersonation is read-only and shows a red bar until it is stopped', async ({ browser }) => {
  // A second tab in the same browser, left open by the admin.
  const secondTab = await adminPage.context().newPage();
  const secondBar = secondTab.getByRole('complementary', { name: 'Viewing as a student' });
  await secondTab.goto('/admin');
  await expect(secondTab.getByRole('heading', { name: 'Recent Users' })).toBeVisible();
  // A background tab is rendered only once a second.
  await adminPage.bringToFront();
  await adminPage.goto('/admin?tab=users&q=student@exa');
  await adminPage.getByRole('table', { name: 'Users' }).getByRole('link').first().click();
  await adminPage.getByRole('button', { name: 'View as student' }).click();
  const dialog = adminPage.getByRole('dialog', { name: /^See the academy as/ });
  await dialog.getByRole('button', { name: 'View as student' }).click();
  await expect(dialog.getByText('Say why, in a few words')).toBeVisible();
  await dialog.getByLabel('Reason').fill('They cannot find their plan');
  await dialog.getByRole('button', { name: 'View as student' }).click();
  const bar = adminPage.getByRole('complementary', { name: 'Viewing as a student' });
  await expect(adminPage).toHaveURL(/\/coaching$/);
  await expect(bar).toContainText('Nothing can be changed. 15 minutes left.');
  await expect(adminPage.getByRole('heading', { name: 'My Learning Library' })).toBeVisible();
  // The student's bookmarks are hidden from the admin; the rest of the library is shown.
  await expect(adminPage.getByRole('heading', { name: 'Opening Ranges on One Page' })).toBeVisible();
  await expectPassesAudit(adminPage, 'impersonation');
  await expect(secondBar).toBeVisible();
  await expect(secondTab.getByRole('heading', { name: 'This page stays closed' })).toBeVisible();
  await expect(secondTab.getByRole('heading', { name: 'Recent Users' })).toHaveCount(0);

  // Every page shows the red bar. Some pages stay closed, such as those with identity documents and payments.
  await adminPage.goto('/goals');
  await expect(bar).toBeVisible();
  for (const path of ['/kyc', '/billing', '/subscription-plans', '/profile', '/admin']) {
    await adminPage.goto(path);
    await expect(adminPage.getByRole('heading', { name: 'This page stays closed' }), path).toBeVisible();
    await expect(bar).toBeVisible();
  }
  await expectPassesAudit(adminPage, 'impersonation-closed');
  const rejected = await adminPage.request.put(`${academy.url}/api/goals/2026-11-21`, { data: {} });
  expect((await rejected.json()).code).toBe('read_only_view');

  await bar.getByRole('button', { name: 'Stop' }).click();
  await expect(adminPage).toHaveURL(/\/admin\/users\//);
  const history = adminPage.getByRole('list', { name: 'History' });
  await expect(history.getByText('Viewed as this student')).toBeVisible();
  await expect(history.getByText(/They cannot find their plan$/)).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(secondTab.getByRole('heading', { name: 'Recent Users' })).toBeVisible();
  await expect(secondBar).toHaveCount(0);
  await secondTab.close();

  const studentPage = await (await signedInContext(browser, academy.url, demoStudent)).newPage();
  await studentPage.goto('/profile');
  await expect(studentPage.getByRole('heading', { name: 'Viewed by the academy' })).toBeVisible();
  await expect(studentPage.getByText('They cannot find their plan')).toHaveCount(0);
  await studentPage.context().close();
});

test('a product is previewed before it is saved, and its earlier file is restored', async () => {
  await adminPage.goto('/admin?tab=products');
  await adminPage.getByRole('button', { name: 'New product' }).click();
  const dialog = adminPage.getByRole('dialog', { name: 'Create a product' });
  await dialog.getByLabel('Title').fill('Check-raise lab');
  await dialog.getByLabel('Price in dollars').fill('24.50');
  await dialog.getByLabel('PDF file', { exact: true }).setInputFiles({
    name: 'first.pdf',
    mimeType: 'application/pdf',
    buffer: await smallPdf('First'),
  });
  await expect(dialog.getByText('first.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Preview as a student' }).click();
  const preview = adminPage.getByRole('dialog', { name: 'As a student sees it' });
  await expect(preview.getByText('Check-raise lab').first()).toBeVisible();
  await expect(preview.getByText('Buy $24.50').first()).toBeVisible();
  await expect(preview.getByText(/A PDF to read/)).toBeVisible();
  await expectPassesAudit(adminPage, 'product-preview');
  await preview.getByRole('button', { name: 'Back to editing' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Check-raise lab');
  await dialog.getByRole('button', { name: 'Create product' }).click();
  await expect(adminPage.getByText('Product created successfully')).toBeVisible();

  await adminPage.getByRole('button', { name: 'Edit Check-raise lab' }).click();
  const editor = adminPage.getByRole('dialog', { name: 'Edit “Check-raise lab”' });
  await editor.getByLabel('PDF file', { exact: true }).setInputFiles({
    name: 'second.pdf',
    mimeType: 'application/pdf',
    buffer: await smallPdf('Second'),
  });
  await expect(editor.getByText('second.pdf')).toBeVisible();
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await expect(adminPage.getByText('Product updated successfully')).toBeVisible();

  await adminPage.getByRole('button', { name: 'Edit Check-raise lab' }).click();
  const versions = editor.getByRole('region', { name: 'Versions of the file' });
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await expect(versions.getByRole('listitem').first()).toContainText('2. second.pdf');
  await expectPassesAudit(adminPage, 'product-versions');
  const download = adminPage.waitForEvent('download');
  await versions.getByRole('link', { name: 'Download version 1' }).click();
  expect((await download).suggestedFilename()).toMatch(/-version-1\.pdf$/);
  // Text typed while the file is being replaced is preserved, and is saved without a conflict.
  const typed = Promise.withResolvers<void>();
  await adminPage.route('**/trpc/admin.products.restoreFile**', async (route) => {
    await typed.promise;
    await route.continue();
  });
  await versions.getByRole('button', { name: 'Make current: version 1' }).click();
  await editor.getByLabel('Title').fill('Check-raise lab, revised');
  typed.resolve();
  await expect(adminPage.getByText('Version 1 is current again')).toBeVisible();
  await expect(versions.getByRole('listitem').nth(1)).toContainText('Current');
  await editor.getByRole('button', { name: 'Save changes' }).click();
  await expect(adminPage.getByRole('button', { name: 'Edit Check-raise lab, revised' })).toBeVisible();
});
