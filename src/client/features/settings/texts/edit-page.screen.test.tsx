import { within } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';
import { formatDate, setTimeZone } from '../../../lib/format.ts';

const academy = setUpTestApp();
let admin: TestUser;
beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword, firstName: 'Olive' });
});
beforeEach(async () => {
  await academy.deps.db.deleteFrom('site_texts').execute();
});

async function openEditor(): Promise<{ page: Screen; dialog: HTMLElement }> {
  const page = await openScreen(academy, '/', { as: admin });
  await page.user.click(await page.findByRole('button', { name: 'Edit this page' }));
  await page.user.click(await page.findByRole('button', { name: 'Edit: First screen' }));
  await page.findByRole('textbox', { name: 'Headline' });
  return { page, dialog: page.getByRole('dialog') };
}

it('an admin edits a text in place, and restores the original', async () => {
  const { page, dialog } = await openEditor();
  const headline = within(dialog).getByRole('textbox', { name: 'Headline' });
  page.fill(headline, '');
  await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Enter text, or go back to the original text');
  page.fill(headline, 'Play the river better');
  await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await page.readMessage('Saved', 'First screen');
  await page.findByRole('heading', { level: 1, name: 'Play the river better' });

  await page.user.click(page.getByRole('button', { name: 'Edit: First screen' }));
  await page.findByText(/Changed by Olive .* on/);
  await page.user.click(page.getByRole('button', { name: 'Back to the original text: Headline' }));
  await page.user.click(page.getByRole('button', { name: 'Save' }));
  await page.findByRole('heading', { level: 1, name: /^Master the game/ });
});

it('the text that another admin has saved is shown beside the typed one, and nothing is lost', async () => {
  const { page, dialog } = await openEditor();
  await academy
    .caller(admin)
    .admin.texts.save({ texts: [{ key: 'heroTitle', value: 'Of a colleague', version: 0 }] });
  page.fill(within(dialog).getByRole('textbox', { name: 'Headline' }), 'Of mine');
  await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await within(dialog).findByText('Of a colleague', { exact: false });
  expect(within(dialog).getByRole('textbox', { name: 'Headline' })).toHaveValue('Of mine');
  await page.user.click(within(dialog).getByRole('button', { name: 'Keep what I typed' }));
  expect(within(dialog).queryByText('Nothing was saved')).toBeNull();
  await page.user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await page.findByRole('heading', { level: 1, name: 'Of mine' });
});

it('only admins see the edit button', async () => {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/', { as: student });
  await screen.findByRole('heading', { name: 'Ask us anything' });
  await screen.settle();
  expect(screen.queryByRole('button', { name: 'Edit this page' })).toBeNull();
});

it('an admin publishes a version of the terms, and the page offers the earlier one', async () => {
  const page = await openScreen(academy, '/terms-of-service', { as: admin });
  await page.user.click(await page.findByRole('button', { name: 'Edit this page' }));
  const dialog = await page.findByRole('dialog');
  page.fill(
    within(dialog).getByRole('textbox', { name: 'Text' }),
    '## Our rules\n\n**{academy}** is for students.',
  );
  await within(within(dialog).getByRole('region', { name: 'Preview' })).findByText(/is for students/);
  await page.user.click(within(dialog).getByRole('button', { name: 'Publish this version' }));
  await page.readMessage('Published', 'Terms of Service');
  await page.findByRole('heading', { name: /Our rules$/ });
  expect(page.getByRole('main')).toHaveTextContent('Poker Academy is for students.');

  await page.user.click(page.getByRole('button', { name: 'Earlier versions' }));
  const earlier = within(await page.findByRole('dialog', { name: 'Earlier versions: Terms of Service' }));
  await earlier.findByRole('heading', { name: 'Governing law' });
  // A link to a section scrolls inside the dialog.
  await page.user.click(earlier.getByRole('link', { name: 'Purchases, refunds and renewals' }));
  const section = earlier.getByRole('heading', { name: 'Purchases, refunds and renewals' }).parentElement;
  expect(section).toHaveFocus();
  expect(page.url()).toBe('/terms-of-service');
});

it('an earlier version is named by its first day, also in a time zone where that day begins later', async () => {
  const { body, version } = await academy.caller(admin).settings.legalText({ document: 'terms' });
  await academy.caller(admin).admin.legalTexts.publish({
    document: 'terms',
    version,
    body: `${body}\n\nAnother sentence.`,
    needsAcceptance: false,
  });
  const page = await openScreen(academy, '/terms-of-service');
  await page.user.click(await page.findByRole('button', { name: 'Earlier versions' }));
  setTimeZone('America/Los_Angeles');
  try {
    const dialog = within(await page.findByRole('dialog'));
    expect(await dialog.findByLabelText('Version')).toHaveDisplayValue(`${formatDate(version)} (${version})`);
  } finally {
    setTimeZone('UTC');
  }
});

it('the error about a conflict in a legal text disappears after the admin has chosen a text', async () => {
  const page = await openScreen(academy, '/terms-of-service', { as: admin });
  await page.user.click(await page.findByRole('button', { name: 'Edit this page' }));
  const dialog = within(await page.findByRole('dialog'));
  const { version } = await academy.caller(admin).settings.legalText({ document: 'terms' });
  await academy.caller(admin).admin.legalTexts.publish({
    document: 'terms',
    version,
    body: '## Of a colleague\n\n{academy}.',
    needsAcceptance: false,
  });
  page.fill(dialog.getByRole('textbox', { name: 'Text' }), '## Of mine\n\n{academy}.');
  await page.user.click(dialog.getByRole('button', { name: 'Publish this version' }));
  await page.user.click(await dialog.findByRole('button', { name: 'Show that version' }));
  expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('## Of a colleague\n\n{academy}.');
  expect(dialog.queryByText('Nothing was published')).toBeNull();
});

it('an admin plans a version of the privacy policy, and the page offers it before it takes effect', async () => {
  const page = await openScreen(academy, '/privacy-policy', { as: admin });
  await page.user.click(await page.findByRole('button', { name: 'Edit this page' }));
  const dialog = within(await page.findByRole('dialog'));
  page.fill(dialog.getByRole('textbox', { name: 'Text' }), '## Our promise\n\n**{academy}** forgets you.');
  page.fill(dialog.getByLabelText(/^Takes effect on/), '2020-01-31');
  await page.user.click(dialog.getByRole('button', { name: 'Plan this version' }));
  await dialog.findAllByText(/^Choose a day after today/);
  page.fill(dialog.getByLabelText(/^Takes effect on/), '2099-01-31');
  await page.user.click(dialog.getByRole('checkbox', { name: 'Ask everyone to accept it' }));
  await page.user.click(dialog.getByRole('button', { name: 'Plan this version' }));
  await page.readMessage('Planned', 'Privacy Policy');
  await page.findByText('A new version takes effect on 31 Jan 2099');
  expect(page.queryByRole('heading', { name: /Our promise$/ })).toBeNull();
  await page.user.click(page.getByRole('button', { name: 'Read the new version' }));
  const next = within(await page.findByRole('dialog', { name: 'Privacy Policy, from 31 Jan 2099' }));
  await next.findByText(/forgets you/);
  await page.user.keyboard('{Escape}');

  // A correction of the planned version still asks everyone to accept it.
  await page.user.click(page.getByRole('button', { name: 'Edit this page' }));
  const correction = within(await page.findByRole('dialog'));
  page.fill(
    correction.getByRole('textbox', { name: 'Text' }),
    '## Our promise\n\n**{academy}** forgets you soon.',
  );
  await page.user.click(correction.getByRole('button', { name: 'Plan this version' }));
  await page.readMessage('Planned', 'Privacy Policy');
  const { next: planned } = await academy.caller(null).settings.legalText({ document: 'privacy' });
  expect(planned).toMatchObject({ body: expect.stringContaining('soon'), needsAcceptance: true });
});

it('an admin withdraws a planned version by going back to the text that applies today', async () => {
  const publish = (body: string, version: string, validOn?: string) =>
    academy
      .caller(admin)
      .admin.legalTexts.publish({ document: 'terms', version, body, validOn, needsAcceptance: true });
  const { version } = await academy.caller(admin).settings.legalText({ document: 'terms' });
  const inEffect = await publish('## Our rules\n\n{academy} today.', version);
  await publish('## Our rules\n\n{academy} later.', inEffect.version, '2099-01-31');

  const page = await openScreen(academy, '/terms-of-service', { as: admin });
  await page.user.click(await page.findByRole('button', { name: 'Edit this page' }));
  const dialog = within(await page.findByRole('dialog'));
  // The form still contains the day of the planned version.
  page.fill(dialog.getByRole('textbox', { name: 'Text' }), '## Our rules\n\n{academy} today.');
  await page.user.click(dialog.getByRole('button', { name: 'Back to the text that applies today' }));
  expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('## Our rules\n\n{academy} today.');
  expect(dialog.getByRole('checkbox', { name: 'Ask everyone to accept it' })).not.toBeChecked();
  await page.user.click(dialog.getByRole('button', { name: 'Withdraw the planned version' }));
  await page.readMessage('Withdrawn', 'Terms of Service');
  const after = await academy.caller(null).settings.legalText({ document: 'terms' });
  expect(after).toMatchObject({ body: '## Our rules\n\n{academy} today.', next: null });
});
