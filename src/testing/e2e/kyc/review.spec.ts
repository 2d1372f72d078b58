import { expect, type Page, test } from '@playwright/test';
import { numberedImage } from '../../images.ts';
import { admin } from '../academy.ts';
import { joinAcademy } from '../join-academy.ts';
import { ownAcademy } from '../own-academy.ts';
import { signIn } from '../sign-in.ts';

test.describe.configure({ mode: 'serial' });

const academy = ownAcademy();
let applicantPage: Page;
let adminPage: Page;

const person = { email: 'mara@example.test', password: 'a long enough password' };
const details = {
  firstName: 'Mara',
  lastName: 'Lindqvist',
  dateOfBirth: '1988-03-09',
  phoneNumber: '+46 70 555 0199',
  address: '12 Harbour Street',
  city: 'Malmo',
  state: 'Skane',
  country: 'Sweden',
  postalCode: '211 20',
  documentType: 'passport',
  documentNumber: 'S-778811',
};

test.beforeAll(async ({ browser }) => {
  const first = await browser.newContext({ baseURL: academy.url });
  const second = await browser.newContext({ baseURL: academy.url });
  const registered = await first.request.post('/api/register', { data: { ...details, ...person } });
  expect(registered.status()).toBe(201);
  await signIn(second, academy.url, admin);
  applicantPage = await first.newPage();
  adminPage = await second.newPage();
});

/** @param image - number of the generated image of the front side; the back side gets the next number */
async function apply(image: number): Promise<void> {
  await applicantPage.goto('/kyc');
  const form = applicantPage.getByRole('form', { name: 'Submit New KYC Application' });
  await form.getByLabel('Date of birth').fill(details.dateOfBirth);
  await form.getByLabel('Phone number').fill(details.phoneNumber);
  await form.getByLabel('Address', { exact: true }).fill(details.address);
  await form.getByLabel('City').fill(details.city);
  await form.getByLabel('State').fill(details.state);
  await form.getByLabel('Country').fill(details.country);
  await form.getByLabel('Postal code').fill(details.postalCode);
  await form.getByLabel('Document 1 number').fill(details.documentNumber);
  await form.getByLabel('Both images are the same document').check();
  for (const [index, side] of (['Front', 'Back'] as const).entries()) {
    await form.getByLabel(`${side} side`).setInputFiles({
      name: `${side}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await numberedImage(image + index),
    });
    await expect(form.getByRole('button', { name: `Replace ${side} side` })).toBeVisible();
  }
  await form.getByRole('button', { name: 'Submit KYC Application' }).click();
  await expect(applicantPage.getByText('KYC Application Submitted')).toBeVisible();
}

/** @param search - filters the list, from which the next case is shown after a decision */
async function openCase(search = 'lindqvist'): Promise<void> {
  await adminPage.goto(`/admin?tab=kyc&q=${search}`);
  await adminPage.getByRole('button', { name: 'Review Mara Lindqvist' }).click();
  await expect(adminPage.getByRole('heading', { name: 'Mara Lindqvist' })).toBeVisible();
}

const rejectMara = async () => {
  // The keyboard shortcut does the same as the button.
  await adminPage.keyboard.press('r');
  const dialog = adminPage.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject application' }).click();
  await expect(dialog.getByText('Choose the reason')).toBeVisible();
  await dialog.getByLabel('Reason').selectOption({ label: 'Unreadable' });
  await dialog.getByRole('button', { name: 'Reject application' }).click();
  await expect(adminPage.getByText('Mara Lindqvist: Rejected').first()).toBeVisible();
};

test('an application is rejected with a reason, the rejection is undone in time, and the application is rejected again', async () => {
  await apply(31);
  await openCase('');
  // The buttons for the decision are in view without scrolling.
  await expect(adminPage.getByRole('button', { name: 'Approve', exact: true })).toBeInViewport({ ratio: 1 });
  await adminPage.getByRole('button', { name: 'Claim this case' }).click();
  await expect(adminPage.getByRole('button', { name: 'Release this case' })).toBeVisible();
  await adminPage.getByRole('group', { name: /^Back side/ }).press('r');
  // Rotating an image must not open the rejection dialog.
  await expect(adminPage.getByRole('dialog')).toHaveCount(0);
  await adminPage.getByLabel('Note to the applicant').fill('The back side, please.');
  await adminPage.getByLabel('Internal note').fill('REMARK-AMONG-ADMINS');
  await adminPage.getByRole('heading', { name: 'Mara Lindqvist' }).focus();
  await rejectMara();
  // On a phone, the message with the Undo button does not cover the buttons of the next case.
  await expect(adminPage.getByRole('heading', { name: 'Mara Lindqvist' })).toHaveCount(0);
  const desktop = adminPage.viewportSize();
  await adminPage.setViewportSize({ width: 390, height: 844 });
  for (const name of ['Approve', 'Ask for more', 'Reject']) {
    await adminPage.getByRole('button', { name, exact: true }).click({ trial: true });
  }
  if (desktop) await adminPage.setViewportSize(desktop);
  await adminPage.getByRole('button', { name: /^Undo the decision/ }).click();
  await expect(adminPage.getByText('Decision undone', { exact: true })).toBeVisible();
  await openCase();
  await adminPage.getByLabel('Note to the applicant').fill('The back side, please.');
  await adminPage.getByLabel('Internal note').fill('REMARK-AMONG-ADMINS');
  await adminPage.getByRole('heading', { name: 'Mara Lindqvist' }).focus();
  await rejectMara();
});

test('the applicant sees the reason, sends both sides again, and is approved', async () => {
  await applicantPage.goto('/kyc');
  await expect(applicantPage.getByText('The text in the picture could not be read.')).toBeVisible();
  await expect(applicantPage.getByText('The back side, please.')).toBeVisible();
  expect(await (await applicantPage.request.get('/api/kyc/applications/user')).text()).not.toContain(
    'REMARK',
  );
  await apply(33);
  await openCase();
  await expect(adminPage.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-keyshortcuts', 'a');
  await adminPage.keyboard.press('a');
  await expect(adminPage.getByText('Mara Lindqvist: Approved').first()).toBeVisible();
  await applicantPage.goto('/kyc');
  await expect(
    applicantPage.getByText('Your identity is verified. You don’t need to do anything.'),
  ).toBeVisible();
});

test('an applicant with the documents of an approved user is approved only after a confirmation', async ({
  browser,
}) => {
  const otherUser = await browser.newContext({ baseURL: academy.url });
  const twin = {
    firstName: 'Tilda',
    lastName: 'Nord',
    email: 'tilda@example.test',
    password: person.password,
  };
  // The same number, and the same pictures.
  await joinAcademy(otherUser.request, academy.url, { ...twin, documentNumber: details.documentNumber }, 33);
  await otherUser.close();
  await adminPage.goto('/admin?tab=kyc&q=tilda');
  const review = adminPage.getByRole('button', { name: 'Review Tilda Nord' });
  const desktop = adminPage.viewportSize();
  // A narrow table leaves out a column, so that its buttons stay in view.
  await adminPage.setViewportSize({ width: 1024, height: 900 });
  await expect(adminPage.getByRole('columnheader', { name: 'Documents' })).toBeHidden();
  await expect(review).toBeInViewport({ ratio: 1 });
  // On a phone, the warnings do not squeeze the name.
  await adminPage.setViewportSize({ width: 390, height: 844 });
  const name = adminPage.getByRole('cell', { name: /^Tilda Nord/ });
  expect(await name.evaluate((cell) => cell.clientWidth)).toBeGreaterThan(140);
  if (desktop) await adminPage.setViewportSize(desktop);
  await review.click();
  await adminPage.getByRole('button', { name: 'Approve', exact: true }).click();
  const question = adminPage.getByRole('dialog', { name: /^Approve Tilda Nord despite/ });
  await expect(question.getByText(/^Same number as Mara Lindqvist, approved/)).toBeVisible();
  await question.getByRole('button', { name: 'Approve anyway' }).click();
  await expect(adminPage.getByText('Tilda Nord: Approved').first()).toBeVisible();
});

test('after a final rejection, the applicant cannot apply again, but can appeal once', async () => {
  const [application] = await (await applicantPage.request.get('/api/kyc/applications/user')).json();
  const decide = (status: string, more = {}) =>
    adminPage.request.put(`/api/admin/kyc/applications/${application.id}/status`, {
      data: { status, ...more },
    });
  // An approved application must be under review before it can be rejected.
  expect((await decide('requires_review')).status()).toBe(200);
  expect(
    (await decide('rejected', { reasonCode: 'suspected_alteration', canResubmit: false })).status(),
  ).toBe(200);
  await applicantPage.goto('/kyc');
  const appeal = applicantPage.getByRole('form', { name: 'Appeal' });
  await expect(appeal).toBeVisible();
  await expect(applicantPage.getByRole('form', { name: 'Submit New KYC Application' })).toHaveCount(0);
  await appeal.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(appeal.getByText('Tell us why')).toBeVisible();
  await appeal.getByLabel('Why should we look at it again?').fill('It is the unedited photo of my phone.');
  await appeal.getByRole('button', { name: 'Send the appeal' }).click();
  await expect(applicantPage.getByText('We have received your appeal')).toBeVisible();
  await expect(appeal).toHaveCount(0);
});
