import { trpc } from '../../../trpc.ts';

export function useRefreshSettings(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.settings.invalidate(),
      utils.admin.settings.invalidate(),
      utils.payments.plans.invalidate(),
      utils.admin.subscriptions.planAmounts.invalidate(),
      utils.admin.dashboard.analytics.invalidate(),
      utils.admin.audit.list.invalidate(),
    ]);
}
