import { expect, test } from '@playwright/test';
import { type Academy, admin, openAcademy } from '../academy.ts';
import { signIn } from '../sign-in.ts';

let academy: Academy;
test.beforeAll(async () => {
  academy = await openAcademy();
});
test.afterAll(async () => {
  await academy?.remove();
});

test('an admin who opened many identity documents reauthenticates once for both sides', async ({
  browser,
}) => {
  const owner = await browser.newContext({ baseURL: academy.url });
  await signIn(owner, academy.url, admin);
  const office = await owner.newPage();
  let isProven = false;
  // As if the session had reached its limit of identity documents without recent authentication.
  await office.route('**/objects/*', (route) => {
    if (isProven) return route.continue();
    const body = { message: 'Please confirm that it is you, then try again', code: 'step_up_required' };
    return route.fulfill({ status: 403, json: { ...body, requestId: 'test' } });
  });
  office.on('response', (answer) => {
    if (answer.url().includes('security.confirmIdentity') && answer.ok()) isProven = true;
  });
  await office.goto('/admin?tab=kyc');
  await office
    .getByRole('button', { name: /^Review / })
    .first()
    .click();
  const question = office.getByRole('dialog', { name: 'Confirm it’s you' });
  await question.getByLabel('Your password').fill(admin.password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(office.getByRole('img', { name: 'Front side of the identity document' })).toBeVisible();
  await expect(office.getByRole('img', { name: 'Back side of the identity document' })).toBeVisible();
  await expect(question).toHaveCount(0);
  await owner.close();
});
