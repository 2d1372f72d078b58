import { focusManager } from '@tanstack/react-query';
import { waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it } from 'vitest';
import { createApplicant, submitForm } from '../../../../server/kyc/testing/applicants.ts';
import type { Analytics } from '../../../../shared/admin/admin.ts';
import type { OpeningStepState } from '../../../../shared/admin/overview.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let admin: TestUser;
let screen: Screen;

/** One admin, two users who wait for a decision, and one approved user. */
beforeAll(async () => {
  admin = await academy.createUser({
    role: 'admin',
    password: testPassword,
    firstName: 'Dana',
    lastName: 'Whitfield',
  });
  for (const firstName of ['Rhea', 'Sol']) await createApplicant(academy, { firstName, lastName: 'Queue' });
  const { id } = await createApplicant(academy);
  await academy.caller(admin).admin.kyc.setStatus({ id, status: 'approved' });
});

async function openDashboard(): Promise<void> {
  screen = await openScreen(academy, '/admin', { as: admin });
  await screen.findByText('Total users');
  await screen.settle();
}

it('the dashboard reminds an admin to set up two-factor, and shows four figures, each with a link to its list', async () => {
  await openDashboard();
  expect(screen.getByText('Protect this account:').parentElement).toHaveTextContent('Set up two-factor');
  for (const [label, figure, link, href] of [
    ['Total users', '4', 'Show all', '/admin?tab=users'],
    ['Pending approvals', '2', 'Review', '/admin?tab=kyc&status=open'],
    ['Approved users', '1', 'Show approved', '/admin?tab=users&status=approved'],
    ['Rejected applications', '0', 'Show rejected', '/admin?tab=kyc&status=rejected'],
  ] as const) {
    const card = within(screen.getByText(label).parentElement as HTMLElement);
    expect(card.getByText(figure)).toBeVisible();
    expect(card.getByRole('link', { name: link })).toHaveAttribute('href', href);
  }
});

it('the reminder to set up two-factor leads to the security section of the profile', async () => {
  await openDashboard();
  await screen.user.click(screen.getByRole('link', { name: 'Set up two-factor' }));
  const security = await screen.findByRole('region', { name: 'Security' });
  await waitFor(() => expect(security).toHaveFocus());
});

it('an admin finds a user on the dashboard and opens their page', async () => {
  await openDashboard();
  await screen.user.type(screen.getByLabelText('Find a user'), admin.email);
  await screen.user.click(await screen.findByRole('option'));
  await screen.findByRole('heading', { level: 1, name: /Dana Whitfield$/ });
  expect(screen.url()).toBe(`/admin/users/${admin.userId}`);
});

it('the dashboard counts the students of each plan next to its price', async () => {
  await openDashboard();
  const [, ...rows] = within(screen.getByRole('table', { name: 'Students by membership' })).getAllByRole(
    'row',
  );
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent).filter(Boolean))).toEqual([
    ['Free', '3'],
    ['Silver $29.99', '0'],
    ['Gold $59.99', '0'],
    ['Diamond $99.99', '0'],
    ['Custom', '0'],
    ['Total active, excluding Free', '0'],
  ]);
});

it('the dashboard links to the users who wait for a decision', async () => {
  await openDashboard();
  await screen.user.click(screen.getByRole('link', { name: 'Open the queue' }));
  await screen.findByRole('button', { name: 'Review Rhea Queue' });
  expect(screen.url()).toBe('/admin?tab=kyc&status=open');
});

it('the dashboard links to the reports, which show charts and tables that can be expanded', async () => {
  await openDashboard();
  expect(screen.getByRole('heading', { name: 'View Stats' })).toBeVisible();
  await screen.user.click(screen.getByRole('link', { name: 'Open the reports' }));
  await screen.findByRole('heading', { name: 'Revenue, net of refunds' });
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(headings.slice(0, 7)).toEqual([
    'Revenue, net of refunds',
    'Refunds and lost disputes',
    'Monthly recurring revenue',
    'Churn',
    'Registrations',
    'Active learners',
    'Time to a KYC decision',
  ]);
  // A chart whose values are all zero or missing shows only its total, and has no CSV button.
  expect(screen.getByRole('button', { name: 'Save Registrations as CSV' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Save Active learners as CSV' })).toBeNull();
  expect(screen.getByText('0, each counted once')).toBeVisible();
  const table = screen.getByRole('table', { name: 'Running subscriptions by membership, 30 rows' });
  expect(table).not.toBeVisible();
  await screen.user.click(screen.getByText('Running subscriptions by membership, over this period'));
  expect(table).toBeVisible();
  const figures = screen.getByRole('table', { name: 'Registrations, 30 rows' });
  expect(figures).not.toBeVisible();
  await screen.user.click(screen.getByText('of Registrations'));
  expect(figures).toBeVisible();
});

it.each([
  ['JSON', 'Failed to export data'],
  ['CSV', 'Failed to export CSV data'],
])('a failed %s export shows an error that does not disappear by itself', async (format, sentence) => {
  await openDashboard();
  screen.network.fulfill('/api/admin/export-users', () => Response.json({}, { status: 500 }));
  await screen.user.click(screen.getByRole('button', { name: `Export ${format}` }));
  expect(await screen.readMessage(`${format} export failed`, sentence)).toBe('alert');
  expect(screen.getByRole('alert')).toHaveTextContent(`${format} export failed${sentence}`);
  expect(screen.downloads).toEqual([]);
});

it('an export asks for the password if the login is not recent, and then continues', async () => {
  await openDashboard();
  const restore = screen.network.fulfill('/api/admin/export-users', () =>
    Response.json({ code: 'step_up_required' }, { status: 403 }),
  );
  await screen.user.click(screen.getByRole('button', { name: 'Export JSON' }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }));
  restore();
  screen.fill(question.getByLabelText('Your password'), testPassword);
  await screen.user.click(question.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(screen.downloads).toEqual([expect.stringMatching(/^users-export-.*\.json$/)]));
});

it.each([
  ['/admin', 'admin.users.recent'],
  ['/admin?tab=kyc', 'admin.kyc.queue'],
  ['/admin?tab=products', 'admin.products.list'],
])(
  'if the session has expired, %s shows a login link that leads back to the same page',
  async (path, procedure) => {
    screen = await openScreen(academy, '/profile', { as: admin });
    screen.network.fail(procedure, { status: 403, code: 'forbidden' });
    await screen.goTo(path);
    await screen.findByText('Admin session expired. Please refresh and try again.');
    expect(screen.getByRole('link', { name: 'Log in again' })).toHaveAttribute(
      'href',
      `/auth?next=${encodeURIComponent(path)}`,
    );
  },
);

it('the dashboard says how many of the pending approvals wait for an admin', async () => {
  const { id } = await createApplicant(academy, { firstName: 'Tess', lastName: 'Queue' });
  const { kyc } = academy.caller(admin).admin;
  await kyc.setStatus({ id, status: 'requires_review', requestedItems: ['front_side'] });
  await openDashboard();
  const card = within(screen.getByText('Pending approvals').parentElement as HTMLElement);
  expect(card.getByText('3')).toBeVisible();
  expect(card.getByRole('link', { name: 'Review the 2 that are waiting for you' })).toBeVisible();
  expect(screen.getByText(/^2 people are waiting for an identity review/)).toBeVisible();
});

it('if only applicants who became admins wait for a review, no number contradicts the 0 pending approvals', async () => {
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  screen.network.changeResponse('admin.dashboard.analytics', (analytics: Analytics) => ({
    ...analytics,
    pendingKyc: 0,
  }));
  await screen.goTo('/admin');
  await screen.findByText('Total users');
  await screen.settle();
  const card = within(screen.getByText('Pending approvals').parentElement as HTMLElement);
  expect(card.getByText('0')).toBeVisible();
  expect(card.getByRole('link')).toHaveTextContent(/^Review$/);
});

it('before the academy opens, one of the listed steps counts the coaching plans without a file, and links to them', async () => {
  await openDashboard();
  const step = screen.getByRole('link', { name: 'Upload the coaching plans' });
  expect(step).toHaveAttribute('href', '/admin?tab=products&type=plan');
  expect(step.parentElement).toHaveTextContent('(10 of 10 without a file)');
});

it('a step that the admin completed in another tab is shown as done when the admin returns to the dashboard', async () => {
  await openDashboard();
  const prices = () => screen.queryByRole('link', { name: 'Confirm the prices of memberships' });
  expect(prices()).toBeVisible();
  const { settings } = academy.caller(admin).admin;
  await settings.confirmPoint({ point: 'planPrices', confirmed: true });
  focusManager.onFocus();
  await waitFor(() => expect(prices()).toBeNull());
  await settings.confirmPoint({ point: 'planPrices', confirmed: false });
});

it('after the academy has opened, the list of steps is called “Still to do”', async () => {
  screen = await openScreen(academy, '/admin?tab=users', { as: admin });
  screen.network.changeResponse('admin.dashboard.openingSteps', (steps: OpeningStepState[]) =>
    steps.filter(({ step }) => step === 'legal' || step === 'prices'),
  );
  await screen.goTo('/admin');
  const region = within(await screen.findByRole('region', { name: 'Still to do' }));
  region.getByText('0 of 2 done');
});

it('while another period loads, the reports say that the charts still show the previous period', async () => {
  screen = await openScreen(academy, '/admin?tab=reports', { as: admin });
  await screen.findByRole('heading', { name: 'Registrations' });
  const loading = 'Loading this period. The charts still show the previous one.';
  const release = screen.network.hold('admin.reports.get');
  await screen.user.click(screen.getByRole('link', { name: '7 days' }));
  expect(await screen.findByText(loading)).toBeVisible();
  release();
  await screen.settle();
  expect(screen.queryByText(loading)).toBeNull();
});

it('if a part of the dashboard cannot be loaded again, its old content stays visible below the error', async () => {
  const name = { firstName: 'Uma', lastName: 'Queue' };
  await submitForm(academy, await academy.createUser(name), name);
  await openDashboard();
  const parts = {
    waiting: ['Your open tasks could not be loaded', /identity reviews?$/],
    overview: ['The revenue figures could not be loaded', 'Nothing was sold in the last 30 days.'],
    analytics: ['The figures could not be loaded', 'Total users'],
  } as const;
  for (const part of Object.keys(parts))
    screen.network.fail(`admin.dashboard.${part}`, { status: 500, code: 'internal' });
  await screen.user.click(screen.getByRole('button', { name: 'Approve Uma Queue' }));
  for (const [error, content] of Object.values(parts)) {
    await screen.findByText(error);
    expect(screen.getByText(content)).toBeVisible();
  }
});
