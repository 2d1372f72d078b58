import { userSorts } from '../../shared/admin/admin-users.ts';
import { reportRanges } from '../../shared/admin/reports.ts';
import { queueFilters } from '../../shared/kyc/kyc-review.ts';
import { messageFilters } from '../../shared/messages/contact-messages.ts';
import { paymentFilters } from '../../shared/payments/payment-list.ts';

export type Input = Record<string, unknown>;
export type AdminRequest = {
  name: string;
  /** The name of a tRPC query, or the path of a file. For a file, the time to its first byte is measured. */
  path: string;
  input?: Input;
  /**
   * The input for the small academy if it differs: a more common text, so that both searches find about the same number
   * of rows.
   */
  smallInput?: Input;
  /** The last page is measured, too. */
  last?: true;
};

/** Ids of existing rows, which differ between academies. */
export type SampleIds = {
  userId: string;
  caseId: string;
  paymentId: string;
  messageId: string;
  sessionId: number;
};

const people = 'admin.users.list';
const queue = 'admin.kyc.queue';
const payments = 'admin.payments.search';
const audit = 'admin.audit.list';
const days = (from: string, to: string) => ({ from, to });
const month = days('2026-03-01', '2026-03-31');

const lists: readonly AdminRequest[] = [
  ...userSorts.map(
    (sort): AdminRequest => ({
      name: `Users, ${sort}`,
      path: people,
      input: { sort },
      ...((sort === 'newest' || sort === 'name') && { last: true }),
    }),
  ),
  { name: 'Users, approved', path: people, input: { kyc: 'approved' } },
  { name: 'Users, rejected, by name', path: people, input: { kyc: 'rejected', sort: 'name' } },
  { name: 'Users, no application', path: people, input: { kyc: 'not_submitted' } },
  { name: 'Users, application pending', path: people, input: { kyc: 'pending' } },
  { name: 'Users on gold', path: people, input: { plan: 'gold' } },
  { name: 'Users without a plan, last seen', path: people, input: { plan: 'free', sort: 'seen' } },
  { name: 'Users with a tag', path: people, input: { tag: 'VIP' } },
  { name: 'Users with a tag, by name', path: people, input: { tag: 'VIP', sort: 'name' } },
  { name: 'Users, suspended', path: people, input: { account: 'suspended' } },
  { name: 'Users, active', path: people, input: { account: 'active' } },
  { name: 'Admins', path: people, input: { role: 'admin' } },
  { name: 'Users of a month, by name', path: people, input: { ...month, sort: 'name' } },
  {
    name: 'Users, part of a name',
    path: people,
    input: { q: 'zoe woodwell' },
    smallInput: { q: 'mar' },
  },
  { name: 'Users, part of an email', path: people, input: { q: '777@mail' }, smallInput: { q: '@mail' } },
  { name: 'Users, one found', path: people, input: { q: '77777@' }, smallInput: { q: '777@' } },
  { name: 'Users, none found', path: people, input: { q: 'nobody of this name' } },
  ...queueFilters.map(
    (status): AdminRequest => ({
      name: `KYC, ${status}`,
      path: queue,
      input: { status },
      ...(status === 'all' && { last: true }),
    }),
  ),
  { name: 'KYC, Japan', path: queue, input: { status: 'all', country: 'JP' } },
  { name: 'KYC, passport', path: queue, input: { status: 'all', documentType: 'passport' } },
  { name: 'KYC, number used twice', path: queue, input: { status: 'all', flag: 'duplicate_number' } },
  { name: 'KYC, under age', path: queue, input: { status: 'all', flag: 'under_age' } },
  { name: 'KYC, name differs', path: queue, input: { status: 'all', flag: 'name_differs' } },
  { name: 'KYC, assigned to nobody', path: queue, input: { assignee: 'nobody' } },
  {
    name: 'KYC, part of a name',
    path: queue,
    input: { status: 'all', q: 'zoe wood' },
    smallInput: { status: 'all', q: 'er' },
  },
  ...paymentFilters.map(
    (status): AdminRequest => ({
      name: `Payments, ${status}`,
      path: payments,
      input: { status },
      ...(status === 'all' && { last: true }),
    }),
  ),
  { name: 'Payments, PDFs', path: payments, input: { type: 'pdf' } },
  { name: 'Payments, memberships', path: payments, input: { type: 'membership' }, last: true },
  { name: 'Payments of a month', path: payments, input: month },
  {
    name: 'Payments, part of an email',
    path: payments,
    input: { q: '777@mail' },
    smallInput: { q: '@mail' },
  },
  { name: 'Payments, none found', path: payments, input: { q: 'nobody' } },
  { name: 'Audit log', path: audit, input: {}, last: true },
  { name: 'Audit log, identity', path: audit, input: { kind: 'identity' } },
  { name: 'Audit log, messages', path: audit, input: { kind: 'messages' } },
  { name: 'Audit log, one action', path: audit, input: { action: 'user.suspended' } },
  { name: 'Audit log of a month', path: audit, input: month },
  { name: 'Audit log of a month, money', path: audit, input: { ...month, kind: 'money' } },
  { name: 'Audit log of the first month', path: audit, input: days('2024-12-01', '2024-12-31') },
  ...messageFilters.map(
    (filter): AdminRequest => ({
      name: `Messages, ${filter}`,
      path: 'admin.contact.list',
      input: { filter },
      ...(filter === 'closed' && { last: true }),
    }),
  ),
  { name: 'Unreadable hands', path: 'admin.hands.listUnreadable', input: {} },
];

const pages: readonly AdminRequest[] = [
  { name: 'Dashboard, figures', path: 'admin.dashboard.analytics' },
  { name: 'Dashboard, waiting', path: 'admin.dashboard.waiting' },
  { name: 'Dashboard, money', path: 'admin.dashboard.overview' },
  { name: 'Dashboard, steps before the academy opens', path: 'admin.dashboard.openingSteps' },
  { name: 'Newest users', path: 'admin.users.recent' },
  { name: 'Tags', path: 'admin.users.tags' },
  { name: 'Products with sold copies', path: 'admin.products.list' },
  { name: 'Archived products', path: 'admin.products.listArchived' },
  { name: 'Coaching plans', path: 'admin.coachingPlans.list' },
  { name: 'Refund requests', path: 'admin.payments.refundRequests', input: {} },
  { name: 'Purchases on hold', path: 'admin.payments.purchasesOnHold', input: {} },
  { name: 'Subscriptions on hold', path: 'admin.subscriptions.onHold' },
  { name: 'Disputes', path: 'admin.payments.disputes', input: {} },
  { name: 'Payment tasks', path: 'admin.payments.tasks' },
  { name: 'Promotion codes', path: 'admin.promotions.list' },
  { name: 'Sessions and plans with learners', path: 'admin.learning.materials' },
  ...reportRanges.map(
    (range): AdminRequest => ({ name: `Report, ${range} days`, path: 'admin.reports.get', input: { range } }),
  ),
  { name: 'Settings', path: 'admin.settings.list' },
  { name: 'Plan prices', path: 'admin.subscriptions.planAmounts' },
  { name: 'Announcements', path: 'admin.announcements.list' },
  { name: 'Legal notices', path: 'admin.consents.notices' },
  { name: 'System status', path: 'admin.system.status' },
  { name: 'Stored files', path: 'admin.system.missingFiles' },
  { name: 'Failed emails', path: 'admin.email.listFailed', input: {} },
  { name: 'Stripe events', path: 'admin.webhooks.list' },
];

const files: readonly AdminRequest[] = [
  { name: 'CSV of all users, first byte', path: '/api/admin/export-users-csv' },
  { name: 'CSV of the user list, first byte', path: '/api/admin/export-user-list-csv' },
  { name: 'CSV of payments, first byte', path: '/api/admin/export-payments-csv' },
  { name: 'CSV of the audit log, first byte', path: '/api/admin/export-audit-csv' },
];

export function requestsOf({ userId, caseId, paymentId, messageId, sessionId }: SampleIds): AdminRequest[] {
  const learners = 'admin.learning.learners';
  return [
    // The exports come first, because they require a recent login.
    ...files,
    ...lists,
    { name: 'Learners of a session', path: learners, input: { kind: 'session', id: sessionId }, last: true },
    {
      name: 'Learners of a session who finished',
      path: learners,
      input: { kind: 'session', id: sessionId, show: 'finished' },
    },
    { name: 'Learners of a plan', path: learners, input: { kind: 'plan', id: 1 }, last: true },
    { name: 'A user', path: 'admin.users.get', input: { id: userId } },
    { name: 'History of a user', path: 'admin.users.history', input: { id: userId } },
    { name: 'Memberships of a user', path: 'admin.subscriptions.ofUser', input: { userId } },
    { name: 'Payments of a user', path: payments, input: { userId } },
    { name: 'A KYC case', path: 'admin.kyc.get', input: { id: caseId } },
    { name: 'A payment', path: 'admin.payments.page', input: { paymentId } },
    { name: 'A message', path: 'admin.contact.thread', input: { id: messageId } },
    ...pages,
  ];
}
