import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef } from 'react';
import type { Waiting, WaitingWork } from '../../../shared/admin/overview.ts';
import { minuteMs } from '../../../shared/durations.ts';
import type { AdminTab } from '../../lib/search-params.ts';
import { trpc } from '../../trpc.ts';
import { lazyTab, type PlaceProps } from '../../ui/lazy-in-place.tsx';
import { RailTabs } from '../../ui/rail-tabs.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';

const StatsPanel = lazyTab(async () => (await import('./dashboard/stats-panel.tsx')).StatsPanel);
const UsersPanel = lazyTab(async () => (await import('./users/users-panel.tsx')).UsersPanel);
const KycPanel = lazyTab(async () => (await import('./kyc/kyc-panel.tsx')).KycPanel);
const PaymentsArea = lazyTab(async () => (await import('./payments/payments-area.tsx')).PaymentsArea);
const AuditPanel = lazyTab(async () => (await import('./system/audit-panel.tsx')).AuditPanel);
const MessagesPanel = lazyTab(async () => (await import('./messages/messages-panel.tsx')).MessagesPanel);
const LearningPanel = lazyTab(async () => (await import('./learning/learning-panel.tsx')).LearningPanel);
const ReportsPanel = lazyTab(async () => (await import('./dashboard/reports-panel.tsx')).ReportsPanel);
const SettingsPanel = lazyTab(async () => (await import('./settings/settings-panel.tsx')).SettingsPanel);
const SystemPanel = lazyTab(async () => (await import('./system/system-panel.tsx')).SystemPanel);
const CoachingPanel = lazyTab(async () => (await import('./coaching/coaching-panel.tsx')).CoachingPanel);
const ProductsPanel = lazyTab(async () => (await import('./products/products-panel.tsx')).ProductsPanel);

/** The tabs of the admin area. The URL contains the selected one, and only its code is loaded. */
export function AdminTabs({ selected }: { selected: AdminTab }) {
  const navigate = useNavigate({ from: '/admin' });
  // A KYC case uses the full width, for its documents.
  const isCase =
    useSearch({ from: '/admin', select: (search) => search.case !== undefined }) && selected === 'kyc';
  const waiting = useWaitingWork();
  const area = (
    key: AdminTab,
    label: string,
    Content: ComponentType<PlaceProps>,
    ...waitingKinds: (WaitingWork | undefined)[]
  ) => ({
    key,
    label,
    count: waitingKinds.reduce((sum, kind) => sum + (kind?.count ?? 0), 0),
    content: (
      <>
        <h1 className={isCase ? 'sr-only' : 'mb-6 text-2xl font-bold'}>{label}</h1>
        <Content fallback={<TableSkeleton label="Loading" rows={6} />} />
      </>
    ),
  });
  return (
    <RailTabs
      label="Admin areas"
      selected={selected}
      withoutRail={isCase}
      // Switching areas drops the filters, because they belong to the previous area.
      onChange={(tab) => void navigate({ search: { tab } })}
      items={[
        area('stats', 'Dashboard & Stats', StatsPanel, waiting?.decisions),
        area('kyc', 'KYC Management', KycPanel, waiting?.applications),
        area(
          'purchases',
          'Purchase History',
          PaymentsArea,
          waiting?.refundRequests,
          waiting?.held,
          waiting?.disputes,
        ),
        area('products', 'Product Management', ProductsPanel),
        area('coaching', 'Coaching', CoachingPanel, waiting?.questions),
        area('users', 'Users', UsersPanel),
        area('messages', 'Messages', MessagesPanel, waiting?.messages, waiting?.privacyRequests),
        area('learning', 'Learning', LearningPanel),
        area('reports', 'Reports', ReportsPanel),
        area('settings', 'Settings', SettingsPanel),
        area('system', 'System', SystemPanel, waiting?.failedEmails),
        area('audit', 'Audit Log', AuditPanel),
      ]}
    />
  );
}

/**
 * The counts of waiting work. They are fetched again when an admin opens an area, a view or a case, because the data of
 * that place is loaded at the same time. They are also fetched each minute, because students and other admins change
 * them.
 */
function useWaitingWork() {
  const { waiting } = trpc.useUtils().admin.dashboard;
  const location = useSearch({
    from: '/admin',
    select: (search) => `${search.tab} ${search.view} ${search.case}`,
  });
  const countedAt = useRef(location);
  useEffect(() => {
    if (countedAt.current === location) return;
    countedAt.current = location;
    void waiting.invalidate();
  }, [location, waiting]);
  const counts = trpc.admin.dashboard.waiting.useQuery(undefined, {
    refetchInterval: minuteMs,
    refetchOnWindowFocus: true,
  }).data;
  useChangedLists(counts);
  return counts;
}

/**
 * When the count of a kind of work changes, fetches the lists of that kind again, so that list and count agree. The
 * data of an open form is not fetched again: when the form is sent, the server compares that data with what is stored.
 */
function useChangedLists(counts: Waiting | undefined) {
  const { admin } = trpc.useUtils();
  const before = useRef(counts);
  useEffect(() => {
    const { payments, subscriptions, contact } = admin;
    const lists = {
      disputes: [payments.disputes],
      decisions: [payments.tasks],
      held: [payments.purchasesOnHold, subscriptions.onHold],
      refundRequests: [payments.refundRequests],
      privacyRequests: [contact.list],
      messages: [contact.list],
      applications: [admin.kyc.queue, admin.users.recent],
      failedEmails: [admin.email.listFailed],
    };
    for (const kind of Object.keys(lists) as (keyof typeof lists)[]) {
      // The query keeps the same object for a kind of work whose count and other values have not changed.
      if (!counts || !before.current || counts[kind] === before.current[kind]) continue;
      for (const list of lists[kind]) void list.invalidate();
    }
    before.current = counts;
  }, [counts, admin]);
}
