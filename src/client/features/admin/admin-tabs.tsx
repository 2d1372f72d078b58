import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { AdminTab } from '../../lib/search-params.ts';
import { SkeletonRegion } from '../../ui/skeleton.tsx';
import { TableSkeleton } from '../../ui/table-skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const StatsPanel = lazy(async () => ({ default: (await import('./dashboard/stats-panel.tsx')).StatsPanel }));
const UsersPanel = lazy(async () => ({ default: (await import('./users/users-panel.tsx')).UsersPanel }));
const KycPanel = lazy(async () => ({ default: (await import('./kyc/kyc-panel.tsx')).KycPanel }));
const PurchasesArea = lazy(async () => ({
  default: (await import('./purchases/purchases-area.tsx')).PurchasesArea,
}));
const AuditPanel = lazy(async () => ({ default: (await import('./system/audit-panel.tsx')).AuditPanel }));
const MessagesPanel = lazy(async () => ({
  default: (await import('./system/messages-panel.tsx')).MessagesPanel,
}));
const SettingsPanel = lazy(async () => ({
  default: (await import('./settings/settings-panel.tsx')).SettingsPanel,
}));
const SystemPanel = lazy(async () => ({ default: (await import('./system/system-panel.tsx')).SystemPanel }));
const ProductsPanel = lazy(async () => ({
  default: (await import('./products/products-panel.tsx')).ProductsPanel,
}));

/** The tabs of the admin area. The URL holds the selected tab, and only that tab's code is loaded. */
export function AdminTabs({ selected }: { selected: AdminTab }) {
  const navigate = useNavigate({ from: '/admin' });
  return (
    <Tabs
      label="Admin areas"
      selected={selected}
      // Switching tabs drops the filters, because they belong to the previous tab.
      onChange={(tab) => void navigate({ search: { tab }, resetScroll: false })}
      items={[
        {
          key: 'stats',
          label: 'Dashboard & Stats',
          content: (
            <Panel>
              <StatsPanel />
            </Panel>
          ),
        },
        {
          key: 'kyc',
          label: 'KYC Management',
          content: (
            <Panel>
              <KycPanel />
            </Panel>
          ),
        },
        {
          key: 'purchases',
          label: 'Purchase History',
          content: (
            <Panel>
              <PurchasesArea />
            </Panel>
          ),
        },
        {
          key: 'products',
          label: 'Product Management',
          content: (
            <Panel>
              <ProductsPanel />
            </Panel>
          ),
        },
        {
          key: 'users',
          label: 'Users',
          content: (
            <Panel>
              <UsersPanel />
            </Panel>
          ),
        },
        {
          key: 'messages',
          label: 'Messages',
          content: (
            <Panel>
              <MessagesPanel />
            </Panel>
          ),
        },
        {
          key: 'settings',
          label: 'Settings',
          content: (
            <Panel>
              <SettingsPanel />
            </Panel>
          ),
        },
        {
          key: 'system',
          label: 'System',
          content: (
            <Panel>
              <SystemPanel />
            </Panel>
          ),
        },
        {
          key: 'audit',
          label: 'Audit Log',
          content: (
            <Panel>
              <AuditPanel />
            </Panel>
          ),
        },
      ]}
    />
  );
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <SkeletonRegion label="Loading">
          <TableSkeleton rows={6} />
        </SkeletonRegion>
      }
    >
      {children}
    </Suspense>
  );
}
