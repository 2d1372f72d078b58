import { expect, test } from '@playwright/test';
import { type Academy, admin, startAcademy } from '../academy.ts';
import { signIn } from '../sign-in.ts';

let academy: Academy;
test.beforeAll(async () => {
  academy = await startAcademy();
});
test.afterAll(async () => {
  await academy?.remove();
});

test('an admin who opened many identity documents reauthenticates once for both sides', async ({
  browser,
}) => {
  const adminContext = await browser.newContext({ baseURL: academy.url });
  await signIn(adminContext, academy.url, admin);
  const adminPage = await adminContext.newPage();
  let isConfirmed = false;
  // As if the session had opened as many identity documents as it may without recent authentication.
  await adminPage.route('**/objects/*', (route) => {
    if (isConfirmed) return route.continue();
    const body = { message: 'Please confirm that it is you, then try again', code: 'step_up_required' };
    return route.fulfill({ status: 403, json: { ...body, requestId: 'test' } });
  });
  adminPage.on('response', (response) => {
    if (response.url().includes('security.confirmIdentity') && response.ok()) isConfirmed = true;
  });
  await adminPage.goto('/admin?tab=kyc');
  await adminPage
    .getByRole('button', { name: /^Review / })
    .first()
    .click();
  const question = adminPage.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.getByLabel('Your password').fill(admin.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(adminPage.getByRole('img', { name: 'Front side of the identity document' })).toBeVisible();
  await expect(adminPage.getByRole('img', { name: 'Back side of the identity document' })).toBeVisible();
  await expect(question).toHaveCount(0);
  await adminContext.close();
});
