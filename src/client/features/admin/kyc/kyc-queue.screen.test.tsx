import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it, vi } from 'vitest';
import { createApplicant } from '../../../../server/kyc/testing/applicants.ts';
import { hourMs } from '../../../../shared/durations.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

beforeAll(async () => {
  admin = await academy.createUser({ role: 'admin', password: testPassword });
});

it('when the admin returns from a case, the queue shows the same page as before; when that page becomes empty, the queue shows the previous page', async () => {
  // Creates the applicants one after the other: on a busy machine, concurrent creations may wait too long for each
  // other's locks.
  for (let count = 0; count < 25; count += 1) await createApplicant(academy);
  academy.clock.advance(60_000);
  const { id: last } = await createApplicant(academy);
  screen = await openScreen(academy, '/admin?tab=kyc', { as: admin });
  const next = await screen.findByRole('button', { name: 'Next' });
  // While another list is loading, the page still shows the rows of the previous list, so Next is disabled.
  const release = screen.network.hold('admin.kyc.queue');
  await screen.user.click(screen.getByRole('button', { name: /^All/ }));
  expect(next).toBeDisabled();
  release();
  await screen.user.click(screen.getByRole('button', { name: /^Waiting for you/ }));
  await screen.settle();
  await screen.user.click(next);
  await screen.findByText('Page 2');
  await screen.settle();
  fireEvent.keyDown(document.body, { key: 'j' });
  await screen.user.click(await screen.findByRole('button', { name: '← Back to the queue' }));
  await screen.findByText('Page 2');

  await academy.caller(admin).admin.kyc.setStatus({ id: last, status: 'approved' });
  // The button is called “Refreshing...” until the queue has loaded.
  await screen.user.click(await screen.findByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Review / })).toHaveLength(25));
});

it('the queue shows no counts while a filter is set, because the counts ignore filters', async () => {
  await createApplicant(academy);
  screen = await openScreen(academy, '/admin?tab=kyc&q=nobody', { as: admin });
  await screen.findByText('No case matches');
  const chips = within(screen.getByRole('group', { name: 'Status' }));
  expect(chips.getByRole('button', { name: 'Waiting for you' })).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(await chips.findByRole('button', { name: /^Waiting for you \d+$/ })).toBeVisible();
});

it('a refresh of the queue updates how long each case has waited', async () => {
  const { user } = await createApplicant(academy);
  screen = await openScreen(academy, `/admin?tab=kyc&q=${user.email}`, { as: admin });
  await screen.findByText('waiting less than 1 h');
  await screen.settle();
  const later = Date.now() + 5.5 * hourMs;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  await screen.user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('waiting 5 h');
});

it('an approval does not replace a rejection that another admin made after the case was opened', async () => {
  const { id } = await createApplicant(academy);
  const { kyc } = academy.caller(admin).admin;
  screen = await openScreen(academy, `/admin?tab=kyc&case=${id}`, { as: admin });
  for (const side of ['Front side', 'Back side'])
    fireEvent.load(await screen.findByRole('img', { name: `${side} of the identity document` }));
  await kyc.setStatus({ id, status: 'rejected' });
  await screen.user.click(screen.getByRole('button', { name: 'Approve' }));
  await screen.findByText(/The status is now “Rejected”/);
  expect((await kyc.get({ id })).application.status).toBe('rejected');
});

it('if another admin has requested items since the case was opened, these items are selected in the dialog “Ask for more”', async () => {
  const { id } = await createApplicant(academy);
  const { kyc } = academy.caller(admin).admin;
  await kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  screen = await openScreen(academy, `/admin?tab=kyc&case=${id}`, { as: admin });
  await screen.findByText('Asked for: front side.');
  await kyc.setStatus({ id, status: 'requires_review', requestedItems: ['back_side'] });
  // Claiming the case loads it again.
  await screen.user.click(screen.getByRole('button', { name: 'Claim this case' }));
  await screen.findByText('Asked for: back side.');
  await screen.user.click(screen.getByRole('button', { name: 'Ask for more' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Front side')).not.toBeChecked();
  expect(dialog.getByLabelText('Back side')).toBeChecked();
});

it('if the admin opens another case before a decision is saved, the page keeps showing that other case', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    academy.clock.advance(60_000);
    ids.push((await createApplicant(academy)).id);
  }
  screen = await openScreen(academy, `/admin?tab=kyc&case=${ids[1]}`, { as: admin });
  for (const side of ['Front side', 'Back side'])
    fireEvent.load(await screen.findByRole('img', { name: `${side} of the identity document` }));
  const release = screen.network.hold('admin.kyc.setStatus');
  await screen.user.click(screen.getByRole('button', { name: 'Approve' }));
  fireEvent.keyDown(document.body, { key: 'k' });
  await waitFor(() => expect(screen.url()).toContain(ids[0]));
  release();
  await screen.findByText('User status updated');
  await screen.settle();
  expect(screen.url()).toContain(ids[0]);
});

it('an admin who has opened many identity documents enters the password only once for both sides of the next document', async () => {
  const { id } = await createApplicant(academy);
  screen = await openScreen(academy, '/admin?tab=kyc', { as: admin });
  await screen.findByRole('table');
  // Simulates a session that has opened as many identity documents as it may without recent authentication.
  const body = { message: 'Please confirm that it is you, then try again', code: 'step_up_required' };
  const restore = screen.network.fulfill('/objects/', () => Response.json(body, { status: 403 }));
  screen.network.changeResponse('security.confirmIdentity', (data) => {
    restore();
    return data;
  });
  await screen.goTo(`/admin?tab=kyc&case=${id}`);
  const question = await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  screen.fill(within(question).getByLabelText('Your password'), testPassword);
  await screen.user.click(within(question).getByRole('button', { name: 'Confirm' }));
  for (const side of ['Front', 'Back'])
    await screen.findByRole('img', { name: `${side} side of the identity document` });
  await screen.settle();
  expect(screen.queryByRole('dialog')).toBeNull();
});
