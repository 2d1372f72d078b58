import { setTimeout } from 'node:timers/promises';
import { focusManager } from '@tanstack/react-query';
import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { queueNoticeEmails } from '../../../../server/auth/consents/legal-notices.operations.ts';
import { paletteCss, paletteElement, paletteKeys, paletteOf } from '../../../../shared/palettes.ts';
import { numberedImage } from '../../../../testing/images.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({
    role: 'admin',
    firstName: 'Olga',
    lastName: 'Owner',
    password: testPassword,
  });
});

const stored = async (key: string) =>
  (await academy.caller(admin).admin.settings.list()).find((setting) => setting.key === key)?.value;

it('all changes of a section are saved together, after the admin has confirmed the unusual value among them', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=review', { as: admin });
  screen.fill(await screen.findByLabelText('Minimum age'), '16');
  screen.fill(screen.getByLabelText('Keep identity documents after the decision (days)'), '60');
  await screen.user.click(screen.getByRole('button', { name: 'Save Identity review' }));
  const confirmation = await screen.findByRole('dialog', {
    name: 'People could register from the age of 16. Save anyway?',
  });
  // The button that changes nothing has the focus.
  await waitFor(() =>
    expect(within(confirmation).getByRole('button', { name: 'Keep editing' })).toHaveFocus(),
  );
  expect(await stored('minimumAge')).toBe(18);
  await screen.user.click(within(confirmation).getByRole('button', { name: 'Save changes' }));
  await screen.readMessage('Saved', 'Identity review');
  expect(await stored('minimumAge')).toBe(16);
  expect(await stored('documentRetentionDays')).toBe(60);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save Identity review' })).toBeDisabled());
});

it('a price that is too low is rejected, and the admin is asked before a lower tier costs more than a higher one', async () => {
  const prices = () => academy.caller(null).payments.plans();
  const before = await prices();
  screen = await openScreen(academy, '/admin?tab=settings&view=prices', { as: admin });
  const silver = within(await screen.findByRole('group', { name: 'Prices of Silver' }));
  const price = silver.getByLabelText('Charged each month ($)');
  screen.fill(price, '29.99');
  await screen.user.type(price, '{Enter}');
  const warning = await screen.findByRole('dialog', {
    name: 'Silver would cost more than Gold. Save anyway?',
  });
  await screen.user.click(within(warning).getByRole('button', { name: 'Keep editing' }));
  expect(price).toHaveValue('29.99');
  expect(await prices()).toEqual(before);

  const save = () => screen.user.click(screen.getByRole('button', { name: 'Save Membership prices' }));
  screen.fill(price, '0.10');
  await save();
  await silver.findByText('At least $0.50');
  screen.fill(price, '2.50');
  await save();
  await silver.findByText(/^Students pay \$2\.50, but the dashboard shows \$29\.99\./);
  expect((await prices()).find(({ plan }) => plan === 'silver')).toMatchObject({ priceCents: 250 });
});

it('after a change of the academy’s name, a reminder is shown until the name on card statements is changed too', async () => {
  const { settings } = academy.caller(admin).admin;
  screen = await openScreen(academy, '/admin?tab=settings&view=contact', { as: admin });
  const notice = 'Card statements still say “POKER ACADEMY”';
  await screen.findByLabelText('Name of the academy');
  expect(screen.queryByText(notice)).toBeNull();
  await settings.update([{ key: 'academyName', value: 'River School' }]);
  await screen.reload();
  expect(await screen.findByText(notice)).toBeVisible();
  await screen.user.click(screen.getByRole('link', { name: 'Change the name on card statements' }));
  await waitFor(() => expect(screen.getByLabelText('Name on card statements')).toBeVisible());
  await settings.update([{ key: 'statementDescriptor', value: 'RIVER SCHOOL' }]);
  await screen.goTo('/admin?tab=settings&view=contact');
  await screen.findByLabelText('Name of the academy');
  expect(screen.queryByText(notice)).toBeNull();
});

it('a chosen color is only previewed until it is saved, and a color that another admin saved meanwhile is a conflict', async () => {
  const { settings } = academy.caller(admin).admin;
  screen = await openScreen(academy, '/admin?tab=settings&view=look', { as: admin });
  const [first, second, third] = paletteKeys.map((key) => paletteOf(key).name);
  await screen.user.click(await screen.findByRole('radio', { name: second }));
  expect(document.getElementById(paletteElement)?.textContent).toBe(paletteCss(paletteKeys[1] ?? 'teal'));
  expect(await stored('palette')).toBe(paletteKeys[0]);
  await settings.update([{ key: 'palette', value: paletteKeys[2] ?? '' }]);
  await screen.user.click(screen.getByRole('button', { name: 'Save Colors' }));
  await screen.findByText(/ was saved in the meantime/);
  expect(screen.getByRole('radio', { name: second })).toBeChecked();
  await screen.settle();
  await screen.user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(screen.getByRole('radio', { name: third })).toBeChecked();
  await screen.user.click(screen.getByRole('radio', { name: first }));
  await screen.user.click(screen.getByRole('button', { name: 'Save Colors' }));
  await screen.readMessage('Saved', 'Colors');
  expect(await stored('palette')).toBe(paletteKeys[0]);
});

it('a color that is chosen while another is being saved stays chosen', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=look', { as: admin });
  const current = await stored('palette');
  const [saved, later] = paletteKeys.filter((key) => key !== current).map((key) => paletteOf(key).name);
  await screen.user.click(await screen.findByRole('radio', { name: saved }));
  const release = screen.network.hold('admin.settings.update');
  await screen.user.click(screen.getByRole('button', { name: 'Save Colors' }));
  await screen.user.click(screen.getByRole('radio', { name: later }));
  release();
  await screen.readMessage('Saved', 'Colors');
  await screen.settle();
  expect(screen.getByRole('radio', { name: later })).toBeChecked();
  expect(screen.getByRole('button', { name: 'Save Colors' })).toBeEnabled();
});

it('a logo is removed only after a confirmation', async () => {
  const image = (await numberedImage(1, 'png')).toString('base64');
  await academy.caller(admin).admin.logo.save({ theme: 'light', image, shown: null });
  screen = await openScreen(academy, '/admin?tab=settings&view=look', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Remove Logo' }));
  const question = within(await screen.findByRole('dialog', { name: 'Remove the logo?' }));
  expect((await academy.caller(null).settings.logos()).light).toBeDefined();
  await screen.user.click(question.getByRole('button', { name: 'Remove the logo' }));
  await screen.readMessage('Logo removed');
  expect((await academy.caller(null).settings.logos()).light).toBeUndefined();
});

it('an unsaved value stays when another section is opened or a search is made, and the user is asked before leaving', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=links', { as: admin });
  screen.fill(await screen.findByLabelText('Discord invitation'), 'discord.gg/academy');
  await screen.user.click(screen.getByRole('link', { name: 'Claims' }));
  await screen.findByRole('heading', { name: 'Claims' });
  screen.fill(screen.getByLabelText('Search the settings'), 'telegram');
  await screen.findByLabelText('Telegram channel');
  expect(screen.getByLabelText('Claims', { exact: true })).not.toBeVisible();
  screen.fill(screen.getByLabelText('Search the settings'), '');
  await screen.user.click(screen.getByRole('link', { name: /^Links/ }));
  const field = screen.getByLabelText('Discord invitation');
  expect(field).toHaveValue('discord.gg/academy');
  await screen.user.click(screen.getByRole('button', { name: 'Save Links' }));
  await screen.findByText('Enter an address that starts with https://');
  await screen.user.click(screen.getByRole('tab', { name: 'System' }));
  const question = await screen.findByRole('dialog', { name: 'Leave and discard what you typed?' });
  await screen.user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(field).toHaveValue('discord.gg/academy');
});

it('after a conflict, the value that another admin saved is shown, and the field keeps its unsaved value', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=claims', { as: admin });
  const field = await screen.findByLabelText('Students trained');
  screen.fill(field, '700+');
  const other = await academy.createUser({ role: 'admin', firstName: 'Otto', lastName: 'Other' });
  await academy.caller(other).admin.settings.update([{ key: 'claimStudents', value: '600+' }]);
  await screen.user.click(screen.getByRole('button', { name: 'Save Claims' }));
  await screen.findByText(/^“600\+” was saved in the meantime/);
  await screen.findByText(/Changed by Otto Other/);
  expect(field).toHaveValue('700+');
  await screen.user.click(screen.getByRole('button', { name: 'Save Claims' }));
  await screen.readMessage('Saved');
  expect(await stored('claimStudents')).toBe('700+');
});

it('a value that another admin saved is a conflict even if the page loaded it while the field contained an unsaved value', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=claims', { as: admin });
  const field = await screen.findByLabelText('Students trained');
  screen.fill(field, '800+');
  const other = await academy.createUser({ role: 'admin', firstName: 'Omar', lastName: 'Other' });
  await academy.caller(other).admin.settings.update([{ key: 'claimStudents', value: '900+' }]);
  focusManager.onFocus();
  await screen.findByText(/Changed by Omar Other/);
  await screen.user.click(screen.getByRole('button', { name: 'Save Claims' }));
  await screen.findByText(/^“900\+” was saved in the meantime/);
  expect(await stored('claimStudents')).toBe('900+');
  await screen.user.click(screen.getByRole('button', { name: 'Save Claims' }));
  await screen.readMessage('Saved');
  expect(await stored('claimStudents')).toBe('800+');
});

it('settings that were saved and confirmed in another tab are shown when the admin returns, and an unsaved value stays', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=legal', { as: admin });
  const site = await screen.findByLabelText('Governing law for privacy and site use');
  screen.fill(site, 'Ireland');
  const { settings } = academy.caller(admin).admin;
  await settings.update([{ key: 'salesTermsLaw', value: 'Portugal' }]);
  await settings.confirmPoint({ point: 'privacyNotice', confirmed: true });
  focusManager.onFocus();
  await screen.findByRole('button', { name: /^Undo the confirmation of .*privacy/i });
  await waitFor(() =>
    expect(screen.getByLabelText('Governing law for charges, refunds and disputes')).toHaveValue('Portugal'),
  );
  expect(site).toHaveValue('Ireland');
  await settings.confirmPoint({ point: 'privacyNotice', confirmed: false });
});

it('if another admin changes an announcement while an admin edits it, the editor shows the change and keeps the unsaved values; the admin can then save and end the announcement', async () => {
  const { announcements } = academy.caller(admin).admin;
  const now = academy.deps.now().getTime();
  const values = {
    message: 'Closed on Sunday',
    linkPath: '',
    linkLabel: '',
    tone: 'info' as const,
    audience: 'everyone' as const,
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + 86_400_000).toISOString(),
  };
  const [created] = await announcements.create(values);
  const id = created?.id ?? '';
  screen = await openScreen(academy, '/admin?tab=settings&view=announcement', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Edit “Closed on Sunday”' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the announcement' }));
  await waitFor(() => expect(dialog.getByLabelText('Text')).toHaveFocus());
  screen.fill(dialog.getByLabelText(/^Label of the link/), 'See the shop');
  await announcements.update({ id, version: 1, values: { ...values, message: 'Closed on Monday' } });
  screen.fill(dialog.getByLabelText(/^Page that the link opens/), '/products');
  await screen.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await dialog.findByText(/^This announcement was changed in another tab or by another admin/);
  await waitFor(() => expect(dialog.getByLabelText('Text')).toHaveValue('Closed on Monday'));
  await screen.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await screen.readMessage('Announcement changed');
  const [saved] = await announcements.list();
  expect(saved).toMatchObject({ message: 'Closed on Monday', link: { label: 'See the shop' } });
  const banner = await screen.findByRole('complementary', { name: 'Announcement' });
  await waitFor(() => expect(banner).toHaveTextContent('Closed on Monday'));
  await screen.user.click(await screen.findByRole('button', { name: /^End “Closed on Monday/ }));
  await screen.user.click(await screen.findByRole('button', { name: 'End announcement' }));
  await screen.readMessage('Announcement ended');
  expect(screen.queryByRole('button', { name: /^End / })).toBeNull();
  await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Announcement' })).toBeNull());
});

it('the text of a new announcement stays if the list fails to load or the session has ended', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=announcement', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'New announcement' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New announcement' }));
  screen.fill(dialog.getByLabelText('Text'), 'A new session on Friday');
  // Announcements must not overlap, and an earlier test has created one for today.
  const year = academy.deps.now().getUTCFullYear() + 2;
  screen.fill(dialog.getByLabelText('From'), `${year}-03-01T10:00`);
  screen.fill(dialog.getByLabelText('Until'), `${year}-03-02T10:00`);
  const announce = async () => screen.user.click(await dialog.findByRole('button', { name: 'Announce' }));
  for (const [failure, note] of [
    [{ status: 500, code: 'internal' }, 'Below is what was loaded before.'],
    [{ status: 401, code: 'not_signed_in' }, 'What you typed stays while this page is open.'],
  ] as const) {
    const restoreList = screen.network.fail('admin.announcements.list', failure);
    const restoreCreate = screen.network.fail('admin.announcements.create', { status: 503, code: 'busy' });
    await announce();
    await waitFor(() => expect(document.body).toHaveTextContent(note));
    expect(dialog.getByLabelText('Text')).toHaveValue('A new session on Friday');
    restoreList();
    restoreCreate();
  }
  await announce();
  await screen.readMessage('Announcement created');
  await waitFor(() => expect(document.body).not.toHaveTextContent('could not be loaded'));
});

it('an unsaved value stays if the session has ended before another setting is confirmed', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=review', { as: admin });
  screen.fill(await screen.findByLabelText('Minimum age'), '21');
  const users = () => screen.network.sent.filter((request) => request.includes('auth.me')).length;
  const before = users();
  screen.network.fail('admin.settings.confirmPoint', { status: 401, code: 'not_signed_in' });
  const [confirm] = screen.getAllByRole('button', { name: /^Confirm / });
  await screen.user.click(confirm as HTMLElement);
  const login = within(await screen.findByRole('dialog', { name: 'You were logged out' }));
  await screen.user.click(login.getByRole('button', { name: 'Cancel' }));
  await screen.readMessage(/ was not confirmed$/);
  await screen.settle();
  // A request for the current user would find nobody logged in, and the login page would replace what was typed.
  expect(users()).toBe(before);
  expect(screen.getByLabelText('Minimum age')).toHaveValue('21');
});

it('defaults are confirmed one after another in the filtered list, until none is left', async () => {
  const { settings } = academy.caller(admin).admin;
  screen = await openScreen(academy, '/admin?tab=settings', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: /^To confirm \d+$/ }));
  const buttons = screen.getAllByRole('button', { name: /^Confirm / });
  expect(buttons.length).toBeGreaterThan(20);
  expect(
    screen.getByText(/Confirming one changes nothing: it records that an admin has checked it/),
  ).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: 'Confirm Privacy policy' }));
  await screen.findByRole('button', { name: `To confirm ${buttons.length - 1}` });
  expect(screen.queryByText('Privacy policy')).toBeNull();
  const open = (await settings.confirmationPoints()).filter(({ confirmedAt }) => confirmedAt === null);
  for (const { point } of open.slice(1)) await settings.confirmPoint({ point, confirmed: true });
  await screen.reload();
  // The URL contains the filter, which therefore survives the reload.
  await screen.findByRole('button', { name: 'To confirm 1' });
  await screen.user.click(screen.getByRole('button', { name: /^Confirm / }));
  await screen.findByText('You have confirmed everything.');
  expect(screen.queryByText(/Confirming one changes nothing/)).toBeNull();
});

it('a notice of changed terms keeps its text after an invalid day is rejected, and is then emailed to everyone', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=notices', { as: admin });
  await screen.user.click(await screen.findByRole('button', { name: 'Email everyone about a change' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Email everyone about a change' }));
  const send = dialog.getByRole('button', { name: /^Email \d+ people$/ });
  const people = /\d+/.exec(send.textContent)?.[0];
  expect(dialog.getByText(/people with an account will get this email/)).toHaveTextContent(people ?? '');
  const summary = 'We may now close accounts that were not used for three years.';
  screen.fill(dialog.getByLabelText('What is new'), summary);
  await screen.user.click(send);
  await dialog.findByText('Choose the day on which the change takes effect');
  screen.fill(dialog.getByLabelText('Takes effect on'), '2020-01-01');
  await screen.user.click(send);
  await dialog.findAllByText(/^Choose today or a later day/);
  expect(dialog.getByLabelText('What is new')).toHaveValue(summary);
  const soon = new Date(academy.deps.now().getTime() + 60 * 86_400_000).toISOString().slice(0, 10);
  screen.fill(dialog.getByLabelText('Takes effect on'), soon);
  const restore = screen.network.drop('admin.consents.sendNotice');
  await screen.user.click(send);
  await dialog.findByText('The emails may have been sent');
  restore();
  const recover = screen.network.fail('admin.consents.sendNotice', { status: 500, code: 'internal' });
  await screen.user.click(send);
  await dialog.findByText('The emails may have been sent');
  recover();
  await screen.user.click(send);
  await screen.readMessage('The emails are being sent');
  await screen.findByText(new RegExp(`^Terms of Service, from .* ${soon.slice(0, 4)}`));
  await screen.findByText(new RegExp(`^Being sent: 0 of ${people} emails so far`));

  // Sending the same notice again is a conflict. The error says only that nothing was sent this time, because the
  // first notice is being emailed.
  await screen.user.click(screen.getByRole('button', { name: 'Email everyone about a change' }));
  const again = within(await screen.findByRole('dialog', { name: 'Email everyone about a change' }));
  screen.fill(again.getByLabelText('What is new'), summary);
  screen.fill(again.getByLabelText('Takes effect on'), soon);
  await screen.user.click(again.getByRole('button', { name: /^Email \d+ people$/ }));
  await again.findByText('Nothing was sent this time');
  expect(again.queryByText('No email was sent')).toBeNull();

  await screen.user.click(again.getByRole('button', { name: 'Cancel' }));
  await screen.user.click(again.getByRole('button', { name: 'Discard' }));
  const end = screen.network.fail('admin.consents.notices', { status: 500, code: 'internal' });
  await screen.findByText('The notices could not be loaded', {}, { timeout: 5_000 });
  end();
  const requests = () => screen.network.sent.filter((each) => each.includes('admin.consents.notices')).length;
  const before = requests();
  await setTimeout(3_500);
  expect(requests()).toBe(before);
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));

  const { notices } = await academy.caller(admin).admin.consents.notices();
  await queueNoticeEmails(academy.deps, notices[0]?.id ?? '');
  await screen.findByText(new RegExp(`^Emailed to ${people} people`));
});

it('the editor of an email sends the admin a test email with the edited text, or says why no test email was sent', async () => {
  screen = await openScreen(academy, '/admin?tab=settings&view=emails', { as: admin });
  await screen.user.click(await screen.findByText('Account and identity', { exact: false }));
  await screen.user.click(screen.getByRole('button', { name: 'Edit the email: Forgotten password' }));
  screen.fill(await screen.findByLabelText('Subject'), 'A new password for {nobody}');
  const editor = within(screen.getByRole('dialog', { name: 'Forgotten password' }));
  await screen.user.click(editor.getByRole('button', { name: 'Send a test email' }));
  expect(await editor.findByRole('alert')).toHaveTextContent(
    'No test email was sent{nobody} is not a placeholder of this text',
  );
  screen.fill(editor.getByLabelText('Subject'), 'A new password');
  await screen.settle();
  await screen.user.click(editor.getByRole('button', { name: 'Send a test email' }));
  expect(await editor.findByText('The email is stored, not sent')).toBeVisible();
  const sent = await academy.deps.db
    .selectFrom('mail_messages')
    .select(['to_address', 'subject'])
    .where('kind', '=', 'test')
    .execute();
  expect(sent).toEqual([{ to_address: admin.email, subject: 'Test: A new password' }]);
});
