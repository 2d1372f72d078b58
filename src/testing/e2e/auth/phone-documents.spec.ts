import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { numberedImage } from '../../images.ts';
import { ownAcademy } from '../own-academy.ts';
import { demoStudent, signIn } from '../sign-in.ts';

/** On a phone: photos of identity documents, and dialogs with steps. */

const academy = ownAcademy();

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

async function openSignUp(page: Page) {
  await page.goto(`${academy.url}/auth?tab=signup`);
  const form = page.getByRole('form', { name: 'Sign Up' });
  await expect(form.getByLabel(/^Front side/)).toBeEnabled();
  return form;
}

test('a tall photo fits on the screen while parts of it are blacked out', async ({ page }) => {
  const form = await openSignUp(page);
  await form.getByLabel('Let me black out parts first').first().check();
  const photo = await sharp({ create: { width: 900, height: 1_700, channels: 3, background: '#dde' } })
    .jpeg()
    .toBuffer();
  await form
    .getByLabel(/^Front side/)
    .setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: photo });
  const dialog = page.getByRole('dialog', { name: 'Black out what we do not need' });
  const picture = dialog.getByRole('img', { name: 'Your document' });
  await expect(picture).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('button', { name: 'Add a part' })).toBeInViewport({ ratio: 1 });
  const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
  expect(height / width).toBeCloseTo(1_700 / 900, 1);
});

test('in a window as low as at 400% zoom, the buttons of a dialog can be reached', async ({ page }) => {
  const form = await openSignUp(page);
  await page.setViewportSize({ width: 320, height: 256 });
  await form.getByLabel('Let me black out parts first').first().check();
  const buffer = await numberedImage(1);
  await form.getByLabel(/^Front side/).setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer });
  const dialog = page.getByRole('dialog', { name: 'Black out what we do not need' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});

test('a photo above the limits is made smaller on the phone, and a PDF above the size limit is rejected', async ({
  page,
}) => {
  const form = await openSignUp(page);
  const front = form.getByLabel(/^Front side/);
  await front.setInputFiles({
    name: 'front.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(6 * 1024 * 1024),
  });
  await expect(form.getByText('The file is too large.')).toBeVisible();

  // Noise, because the file of a plain picture would be small.
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  const photo = await sharp({
    create: { width: 4_000, height: 3_000, channels: 3, background: '#dde', noise },
  })
    .jpeg({ quality: 97 })
    .toBuffer();
  expect(photo.length).toBeGreaterThan(5 * 1024 * 1024);
  await front.setInputFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(form.getByText('front.jpg')).toBeVisible();
  await expect(form.getByText('Back side still missing')).toBeVisible();

  // More pixels than the server accepts, in a file below the size limit.
  const manyPixels = await sharp({ create: { width: 8_160, height: 6_120, channels: 3, background: '#dde' } })
    .jpeg()
    .toBuffer();
  await form.getByLabel(/^Back side/).setInputFiles({
    name: 'back.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.concat([manyPixels, Buffer.alloc(3 * 1024 * 1024)]),
  });
  await expect(form.getByText('back.jpg')).toBeVisible();
  await expect(form.getByText('side still missing')).toBeHidden();
});

test('the second step of a dialog takes the focus', async ({ page }) => {
  await signIn(page.context(), academy.url, demoStudent);
  await page.goto(`${academy.url}/profile`);
  await page.getByRole('button', { name: 'Two-Factor Setup' }).click();
  const setup = page.getByRole('dialog', { name: 'Two-Factor Setup' });
  await setup.getByLabel('Your password').fill(demoStudent.password);
  await setup.getByRole('button', { name: 'Continue' }).click();
  await expect(setup.getByRole('img')).toBeVisible();
  await expect.poll(() => setup.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Tab');
  expect(await setup.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
});
