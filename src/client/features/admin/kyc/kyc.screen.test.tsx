import { setTimeout as sleep } from 'node:timers/promises';
import { fireEvent, waitFor, within } from '@testing-library/dom';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { createApplicant, submitForm } from '../../../../server/kyc/testing/applicants.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});
afterEach(async () => {
  await screen.close();
  await academy.deps.db
    .updateTable('kyc_applications')
    .set({ superseded_at: academy.deps.now() })
    .where('superseded_at', 'is', null)
    .execute();
});

type Form = Parameters<typeof createApplicant>[1];

/** Creates applicants who wait for a decision, the longest-waiting first. */
async function applicants(...forms: Form[]) {
  const created: Awaited<ReturnType<typeof createApplicant>>[] = [];
  for (const form of forms) {
    academy.clock.advance(60_000);
    created.push(await createApplicant(academy, form));
  }
  return created;
}

const open = async (path: string) => {
  screen = await openScreen(academy, path, { as: admin });
  await screen.settle();
};
const caseOf = (id: string, filter = '') => `/admin?tab=kyc&case=${id}${filter}`;
const statusOf = async (id: string) => (await academy.caller(admin).admin.kyc.get({ id })).application.status;

/** Simulates a browser that has rendered these images. */
async function renderPictures(sides = ['Front side', 'Back side']): Promise<void> {
  for (const side of sides)
    fireEvent.load(await screen.findByRole('img', { name: `${side} of the identity document` }));
}
/** Approves with the button, after both pictures are shown. */
async function approve(): Promise<void> {
  await renderPictures();
  await screen.user.click(screen.getByRole('button', { name: 'Approve' }));
}
const press = (key: string) => fireEvent.keyDown(document.body, { key });
const approveKey = () => screen.getByRole('button', { name: 'Approve' }).getAttribute('aria-keyshortcuts');

it('the A key works only after both images have been visible for one second', async () => {
  const [first] = await applicants({ firstName: 'Nora' });
  await open(caseOf(first?.id ?? ''));
  await screen.findByRole('img', { name: 'Back side of the identity document' });
  press('a');
  expect(await screen.readMessage('The A key works as soon as both pictures are shown', /button/)).toBe(
    'status',
  );
  await renderPictures(['Front side']);
  // Longer than the required viewing time.
  await sleep(1_200);
  press('a');
  expect(approveKey()).toBeNull();
  await renderPictures(['Back side']);
  press('a');
  await screen.settle();
  expect(approveKey()).toBeNull();
  expect(await statusOf(first?.id ?? '')).toBe('pending');
  await waitFor(() => expect(approveKey()).toBe('a'));
  press('a');
  await screen.findByText('User status updated');
  // The message is in the case and in the undo bar.
  expect(screen.getAllByText(/^Nora .*: Approved/)).toHaveLength(2);
  expect(await statusOf(first?.id ?? '')).toBe('approved');
});

it('after a click on Rotate, the R key rotates the picture again and does not open the dialog for a rejection', async () => {
  const [first] = await applicants({ firstName: 'Nora' });
  await open(caseOf(first?.id ?? ''));
  const picture = await screen.findByRole('img', { name: 'Front side of the identity document' });
  await screen.user.click(
    screen.getByRole('button', { name: 'Rotate: Front side of the identity document' }),
  );
  const turnedOnce = picture.getAttribute('style');
  await screen.user.keyboard('r');
  expect(picture.getAttribute('style')).not.toBe(turnedOnce);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('the Approve button asks for confirmation if a picture of the case has not been shown', async () => {
  const [first] = await applicants({ firstName: 'Nora' });
  const id = first?.id ?? '';
  await open(caseOf(id));
  await renderPictures(['Front side']);
  await screen.user.click(screen.getByRole('button', { name: 'Approve' }));
  const question = within(
    await screen.findByRole('dialog', { name: 'Approve Nora Kestrel despite this warning?' }),
  );
  expect(question.getByText('The back side has not been shown on this page')).toBeVisible();
  expect(question.queryByText(/front side/)).toBeNull();
  expect(await statusOf(id)).toBe('pending');
  await screen.user.click(question.getByRole('button', { name: 'Approve anyway' }));
  await screen.findByText('User status updated');
  expect(await statusOf(id)).toBe('approved');
});

it('a document that failed to load can be loaded again; a document whose file is missing has no links', async () => {
  const [first] = await applicants({});
  const { application } = await academy.caller(admin).admin.kyc.get({ id: first?.id ?? '' });
  await open('/admin?tab=kyc');
  let status = 502;
  screen.network.fulfill(application.documentImageUrl2 ?? '', () => Response.json({}, { status }));
  await screen.user.click(await screen.findByRole('button', { name: 'Nora Kestrel' }));
  await screen.findByText('Unable to load document image');
  status = 404;
  await screen.user.click(screen.getByRole('button', { name: 'Retry Loading' }));
  await screen.findByText('Document not available');
  expect(screen.getByRole('link', { name: 'Download Front side' })).toBeVisible();
  expect(screen.queryByRole('link', { name: /Back side/ })).toBeNull();
});

it('the history of a case without events begins with its submission', async () => {
  const [first] = await applicants({});
  await academy.deps.db
    .deleteFrom('kyc_events')
    .where('application_id', '=', first?.id ?? '')
    .execute();
  await open(caseOf(first?.id ?? ''));
  const history = (await screen.findByRole('heading', { name: 'History' })).parentElement;
  expect(within(history as HTMLElement).getByText('Submitted')).toBeVisible();
});

it('a case with warnings describes them, links to the matching case, and asks for a confirmation before the approval', async () => {
  const [original, copy] = await applicants(
    { documentNumber1: 'TWICE-1', lastName: 'Kestrel' },
    { documentNumber1: 'TWICE-1', dateOfBirth: '2012-06-01' },
  );
  await academy.caller(admin).admin.kyc.setStatus({ id: original?.id ?? '', status: 'approved' });
  await open(caseOf(copy?.id ?? ''));
  const sameNumber = /^Same number as Nora Kestrel, approved \d+ \w+ \d+/;
  await screen.findByText(sameNumber);
  expect(screen.getByText(/^1\d years old; the minimum is 18$/)).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: /^Compare: Same number/ }));
  expect(await screen.findByRole('heading', { name: 'Compare two applications' })).toBeVisible();
  await waitFor(() =>
    expect(screen.getAllByRole('img', { name: 'Front side of the identity document' })).toHaveLength(2),
  );
  const valuesOf = (term: string) =>
    screen.getAllByText(term).map((each) => each.nextElementSibling?.textContent?.trim());
  expect(valuesOf('Address')).toEqual(['4 Quay Street Same', '4 Quay Street Same']);
  expect(valuesOf('Date of birth')).toEqual(['1 Jun 2012', '31 Jan 1990']);
  await screen.user.click(screen.getByRole('button', { name: '← Back to the case' }));
  await renderPictures();
  await waitFor(() => expect(approveKey()).toBe('a'));
  press('a');
  const question = within(
    await screen.findByRole('dialog', { name: 'Approve Nora Kestrel despite these warnings?' }),
  );
  expect(question.getByText(sameNumber)).toBeVisible();
  expect(await statusOf(copy?.id ?? '')).toBe('pending');
});

it('keys do nothing while a dialog is open, even if they are pressed outside the dialog', async () => {
  const [first] = await applicants({ documentNumber1: 'K-1' }, { documentNumber1: 'K-2' });
  await open(caseOf(first?.id ?? ''));
  await screen.findByText('1 of 2');
  await screen.user.click(screen.getByRole('button', { name: 'Reject' }));
  await screen.findByRole('dialog');
  press('j');
  await screen.settle();
  expect(screen.url()).toContain(`case=${first?.id}`);
  expect(screen.getByRole('dialog')).toBeVisible();
});

it('each recent decision can be undone, and the next case matches the same filter', async () => {
  // The filter `CL` matches every spelling of the country.
  const [, first, second] = await applicants(
    { country: 'Canada' },
    { country: 'Chile', documentNumber1: 'A-1' },
    { country: 'CL', documentNumber1: 'A-2' },
  );
  await open(caseOf(second?.id ?? '', '&country=CL'));
  await screen.findByText('2 of 2');
  await screen.user.click(screen.getByRole('button', { name: 'Previous' }));
  await screen.findByText('1 of 2');
  expect(screen.url()).toContain(`case=${first?.id}`);
  await approve();
  await waitFor(() => expect(screen.url()).toContain(`case=${second?.id}`));
  expect(screen.url()).toContain('country=CL');
  await screen.settle();
  await approve();
  await screen.findByText('No other case that matches the filter is waiting.');
  // Undo can be reached while a dialog is open.
  await screen.user.click(await screen.findByRole('button', { name: 'Take the approval back' }));
  await screen.findByRole('dialog');
  const undo = screen.getAllByRole('button', { name: /^Undo / });
  expect(undo).toHaveLength(2);
  await screen.user.click(undo[1] as HTMLElement);
  await screen.readMessage('Decision undone');
  expect(await statusOf(first?.id ?? '')).toBe('pending');
  expect(await statusOf(second?.id ?? '')).toBe('approved');
  expect(screen.getAllByRole('button', { name: /^Undo / })).toHaveLength(1);
});

it('undoing a decision puts the notes of the decision back into the fields, and the U key shows a message if nothing can be undone', async () => {
  const [only] = await applicants({ firstName: 'Nora' });
  await open(caseOf(only?.id ?? ''));
  screen.fill(await screen.findByLabelText(/^Note to the applicant/), 'Both sides are clear.');
  expect(screen.queryByText(/U undoes the last/)).toBeNull();
  press('u');
  await screen.readMessage('Nothing can be undone now');
  await approve();
  // The message is in the case and in the undo bar.
  expect(await screen.findAllByText(/^Nora .*: Approved/)).toHaveLength(2);
  expect(screen.queryByText(/^Nora .*: Pending/)).toBeNull();
  expect(screen.getByText(/U undoes the last/)).toBeVisible();
  expect(screen.getByText(/Press U to undo/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Undo the decision/ })).toHaveAttribute(
    'aria-keyshortcuts',
    'U',
  );
  await screen.settle();
  for (const status of [503, 429]) {
    const restore = screen.network.fail('admin.kyc.undoDecision', { status, code: 'busy' });
    press('u');
    await screen.readMessage('Undo failed');
    restore();
    await screen.settle();
  }
  press('u');
  await screen.readMessage('Decision undone');
  await waitFor(() =>
    expect(screen.getByLabelText(/^Note to the applicant/)).toHaveValue('Both sides are clear.'),
  );
  expect(screen.queryByText(/^Nora .*: /)).toBeNull();
});

it('a case whose applicant has sent a newer application cannot be decided, and links to that application', async () => {
  const [first] = await applicants({});
  const { id = '', user = admin } = first ?? {};
  await academy.caller(admin).admin.kyc.setStatus({ id, status: 'rejected' });
  const newer = await submitForm(academy, user);
  await open(caseOf(id));
  await screen.findByText('This person has a newer application, so this one can no longer be decided.');
  expect(screen.queryByRole('button', { name: 'Look at it again' })).toBeNull();
  await screen.user.click(screen.getByRole('button', { name: 'Open the newer application' }));
  await screen.findByRole('heading', { name: 'Your decision' });
  expect(screen.url()).toContain(`case=${newer.id}`);
});

it('if a case was marked for review without requested items, an admin can still request an item', async () => {
  const [first] = await applicants({});
  const id = first?.id ?? '';
  await academy.caller(admin).admin.kyc.setStatus({ id, status: 'requires_review' });
  await open(caseOf(id));
  await screen.findByRole('button', { name: 'Ask for more' });
  press('q');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Ask for more' })).toBeDisabled();
  await screen.user.click(dialog.getByLabelText('Back side'));
  await screen.user.click(dialog.getByRole('button', { name: 'Ask for the back side' }));
  await waitFor(async () =>
    expect((await academy.caller(admin).admin.kyc.get({ id })).application.requestedItems).toEqual([
      'back_side',
    ]),
  );
});

it('if the server rejects a decision, the page explains why and keeps the typed notes', async () => {
  const [first] = await applicants({});
  await open(caseOf(first?.id ?? ''));
  screen.fill(await screen.findByLabelText(/^Note to the applicant/), 'Both sides are clear.');
  screen.network.fail('admin.kyc.setStatus', {
    status: 400,
    code: 'invalid_input',
    message: 'This cannot be decided',
  });
  await approve();
  expect(await screen.readMessage('Review failed', 'This cannot be decided')).toBe('alert');
  expect(screen.getByText('Failed to update KYC status')).toBeVisible();
  expect(screen.getByLabelText(/^Note to the applicant/)).toHaveValue('Both sides are clear.');
  await screen.reload();
  await waitFor(() =>
    expect(screen.getByLabelText(/^Note to the applicant/)).toHaveValue('Both sides are clear.'),
  );
  screen.fill(screen.getByLabelText(/^Internal note/), 'a'.repeat(2_001));
  await approve();
  await screen.findByText('Please use at most 2000 characters');
});

it('if another admin has just made the same decision, the page says so and keeps the typed notes', async () => {
  const other = await academy.createUser({ role: 'admin', firstName: 'Otto', lastName: 'Owner' });
  const [first] = await applicants({});
  const id = first?.id ?? '';
  await open(caseOf(id));
  screen.fill(await screen.findByLabelText(/^Note to the applicant/), 'Both sides are clear.');
  await academy.caller(other).admin.kyc.setStatus({ id, status: 'approved' });
  await approve();
  await screen.findByText(
    /^Another admin made the same decision\. The status is now “Approved”, set by Otto Owner/,
  );
  expect(screen.getByLabelText(/^Note to the applicant/)).toHaveValue('Both sides are clear.');
  expect(screen.queryByText('User status updated')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Undo / })).toBeNull();
});

it('the queue is loaded again each time an admin opens it', async () => {
  await open('/admin?tab=kyc');
  await screen.findByText('No case is waiting');
  await screen.user.click(screen.getByRole('tab', { name: 'Learning' }));
  await applicants({ firstName: 'Vera' });
  await screen.user.click(screen.getByRole('tab', { name: /^KYC Management/ }));
  await screen.findByRole('button', { name: /^Review Vera / });
});

it('the queue names each status, marks cases that wait for applicants, and masks document numbers', async () => {
  const [returned, untouched] = await applicants(
    {},
    { documentNumber1: 'PASS-4563', documentNumber2: 'PASS-4563' },
  );
  await academy.caller(admin).admin.kyc.setStatus({
    id: returned?.id ?? '',
    status: 'requires_review',
    requestedItems: ['front_side'],
  });
  await open('/admin?tab=kyc');
  const chips = within(await screen.findByRole('group', { name: 'Status' }));
  expect(chips.getAllByRole('button').map((chip) => chip.textContent)).toEqual([
    'Waiting for you1',
    'Waiting for applicant1',
    'Pending1',
    'Needs review0',
    expect.stringMatching(/^Approved/),
    expect.stringMatching(/^Rejected/),
    expect.stringMatching(/^All/),
  ]);
  const rail = screen.getByRole('tab', { name: /^KYC Management/ });
  await waitFor(() => expect(rail).toHaveTextContent('KYC Management1 waiting'));
  // Another applicant applies while the page is open.
  await applicants({});
  await screen.user.click(screen.getByRole('button', { name: 'Refresh' }));
  await chips.findByRole('button', { name: 'Waiting for you 2' });
  await waitFor(() => expect(rail).toHaveTextContent('KYC Management2 waiting'));
  const row = within(screen.getByRole('row', { name: new RegExp(untouched?.user.email ?? '-') }));
  expect(row.getByText('Passport •••• 4563')).toBeVisible();
  expect(row.getByText(/^waiting less than/)).toBeVisible();
  await screen.user.click(row.getByRole('button', { name: /^Show the document numbers/ }));
  await row.findByText('Passport PASS-4563');
  await screen.user.click(chips.getByRole('button', { name: /^Waiting for applicant/ }));
  const askedRow = within(await screen.findByRole('row', { name: new RegExp(returned?.user.email ?? '-') }));
  expect(askedRow.getByText('Waiting for applicant')).toBeVisible();
  expect(askedRow.queryByText('Needs review')).toBeNull();
  expect(askedRow.queryByText(/^waiting/)).toBeNull();
  expect(screen.queryByText('PASS-4563', { exact: false })).toBeNull();
});

it('a skip button in the queue moves the focus past the filters, and the J key opens the first case', async () => {
  const [first] = await applicants({ firstName: 'Nora' }, { firstName: 'Omar', documentNumber1: 'B-1' });
  await open('/admin?tab=kyc');
  await screen.user.click(await screen.findByRole('button', { name: 'Skip to the cases' }));
  await screen.user.tab();
  const row = within(screen.getByRole('row', { name: new RegExp(first?.user.email ?? '-') }));
  expect(row.getByRole('button', { name: 'Nora Kestrel' })).toHaveFocus();
  press('j');
  await waitFor(() => expect(screen.url()).toContain(`case=${first?.id}`));
  const keys = await screen.findByText(/^Keys: A approves/);
  const decision = screen.getByRole('heading', { name: 'Your decision' });
  expect(keys.compareDocumentPosition(decision)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  // The key press is canceled. Otherwise the R would also be typed into the list of reasons, which gets the focus.
  expect(press('r')).toBe(false);
  expect(await screen.findByRole('combobox', { name: 'Reason' })).toHaveFocus();
  const askInstead = /^To get a new picture of one side, use “Ask for more” instead/;
  expect(screen.getByText(askInstead)).toBeVisible();
  expect(screen.queryByText('The applicant will read:')).toBeNull();
  const reason = screen.getByRole('combobox', { name: 'Reason' });
  await screen.user.selectOptions(reason, 'Unreadable');
  expect(screen.getByText('The applicant will read:')).toBeVisible();
  expect(screen.getByText(askInstead)).toBeVisible();
  await screen.user.selectOptions(reason, 'Younger than the minimum age');
  expect(screen.queryByText(askInstead)).toBeNull();
});

it('the name of the applicant opens the case', async () => {
  const [first] = await applicants({ firstName: 'Nora' });
  await open('/admin?tab=kyc');
  await screen.user.click(await screen.findByRole('button', { name: 'Nora Kestrel' }));
  await screen.findByRole('heading', { name: 'Your decision' });
  expect(screen.url()).toContain(`case=${first?.id}`);
});
