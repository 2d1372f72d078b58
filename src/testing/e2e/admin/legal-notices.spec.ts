import { expect, test } from '@playwright/test';
import { type Academy, admin, openAcademy } from '../academy.ts';
import { expectWellMade } from '../accessibility-audit.ts';
import { signIn } from '../sign-in.ts';

let academy: Academy;
test.setTimeout(240_000);
test.beforeAll(async () => {
  academy = await openAcademy();
});
test.afterAll(() => academy?.remove());

test('an admin emails all users about changed terms, and the input survives leaving the form', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: academy.url, reducedMotion: 'reduce' });
  await signIn(context, academy.url, admin);
  const page = await context.newPage();
  await page.goto('/admin?tab=settings&view=notices');
  await page.getByRole('button', { name: 'Email everyone about a change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Email everyone about a change' });
  const send = dialog.getByRole('button', { name: /^Email \d+ people$/ });
  const people = /\d+/.exec((await send.textContent()) ?? '')?.[0];
  await expect(dialog).toContainText(`${people} people with an account will get this email`);
  const summary = 'We may now close accounts that were not used for three years.';
  await dialog.getByLabel('What is new').fill(summary);
  await send.click();
  await expect(dialog.getByText('Choose the day from which the change counts')).toBeVisible();
  await dialog.getByLabel('Takes effect on').fill('2020-01-01');
  await send.click();
  await expect(dialog.getByText(/Choose today or a later day/).first()).toBeVisible();
  await expect(dialog.getByLabel('What is new')).toHaveValue(summary);
  await expectWellMade(page, 'notice of changed terms');
  const inTwoMonths = new Date(Date.now() + 60 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  await dialog.getByLabel('Takes effect on').fill(inTwoMonths);
  await send.click();
  await expect(
    page.getByText(new RegExp(`^Terms of Service, from .* ${inTwoMonths.slice(0, 4)}`)),
  ).toBeVisible();
  await expect(dialog).toBeHidden();

  const outbox = await context.newPage();
  await expect(async () => {
    await outbox.goto('/dev/outbox');
    await expect(outbox.getByText('A change to our Terms of Service')).toHaveCount(Number(people));
  }).toPass();
  await page.reload();
  await expect(page.getByText(`Emailed to ${people} people`)).toBeVisible();
});
