import type { Browser, Page } from 'playwright';
import type { Academy } from './e2e/academy.ts';
import { joinAcademy } from './e2e/join-academy.ts';
import { sandboxOf } from './e2e/sandbox-controls.ts';
import { buyFirstProduct, fillCard } from './e2e/sandbox-purchase.ts';
import { demoStudent, signedInContext } from './e2e/sign-in.ts';

/** A user of the demo data, for whom `fillAcademy` buys a subscription. */
export const subscriber = { email: 'ivo@example.test', password: 'demo-student' };

/** A user with a very long name and email, whom `fillAcademy` registers. */
export const longNamed = {
  firstName: 'Maximiliana-Wilhelmina',
  lastName: 'Wolfeschlegelsteinhausenbergerdorff',
  email: 'maximiliana.wolfeschlegelsteinhausenbergerdorff@a-rather-long-domain.example.test',
  password: 'a long enough password',
};

async function askForRefund(page: Page): Promise<void> {
  await page.goto('/billing');
  await page
    .getByRole('button', { name: /^Request refund/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('textbox')
    .fill('I bought it twice, on two devices, and only need it once. Sorry for the trouble.');
  await dialog.getByRole('button', { name: /^Request refund of/ }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function subscribe(page: Page): Promise<void> {
  await page.goto('/subscription-plans');
  await page.getByRole('button', { name: 'Choose Gold' }).click();
  await fillCard(page);
  await page.getByRole('button', { name: /^Subscribe and pay/ }).click();
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
}

async function enterResult(page: Page, dollars: string): Promise<void> {
  await page.goto('/goals');
  await page.getByRole('button', { name: 'Edit today' }).click();
  await page.getByLabel('Study goal, minutes').fill('45');
  await page.getByLabel('Studied, minutes').fill('30');
  await page.getByLabel('Won or lost, dollars').fill(dollars);
  await page.getByRole('button', { name: 'Save today' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function writeMessage(page: Page): Promise<void> {
  await page.goto('/#contact');
  const form = page.getByRole('form', { name: 'Ask us anything' });
  await form.getByLabel('Name').fill(`${longNamed.firstName} ${longNamed.lastName}`);
  await form.getByLabel('Email').fill(longNamed.email);
  await form.getByLabel('Topic').selectOption({ label: 'Privacy' });
  await form.getByLabel('Message').fill('Please send me a copy of my data.\n\nI had another account before.');
  await form.getByRole('button', { name: 'Send message' }).click();
  await page.getByRole('heading', { name: 'We have your message' }).waitFor();
}

/**
 * Adds purchases, requests, a dispute and messages to an academy, so that its screens have content.
 * @returns the path and query of a receipt
 */
export async function fillAcademy(browser: Browser, academy: Academy): Promise<string> {
  const student = await signedInContext(browser, academy.url, demoStudent, { reducedMotion: 'reduce' });
  const page = await student.newPage();
  for (let bought = 0; bought < 3; bought += 1) await buyFirstProduct(page);
  const { pathname, search } = new URL(page.url());
  await askForRefund(page);
  const sandbox = sandboxOf(academy);
  await sandbox.dispute((await sandbox.charges())[1]?.id ?? '');
  await student.close();

  const subscribed = await signedInContext(browser, academy.url, subscriber, { reducedMotion: 'reduce' });
  const subscriberPage = await subscribed.newPage();
  await subscribe(subscriberPage);
  await enterResult(subscriberPage, '-123456.78');
  await subscribed.close();

  const otherUser = await browser.newContext({ baseURL: academy.url, reducedMotion: 'reduce' });
  await writeMessage(await otherUser.newPage());
  const documentImageNumber = 90;
  await joinAcademy(otherUser.request, academy.url, longNamed, documentImageNumber);
  await otherUser.close();
  return pathname + search;
}
