import { trpc } from '../../../trpc.ts';

/**
 * Invalidates the settings, the list of settings that an admin must confirm, the plan prices, the figures of the
 * dashboard and the audit log.
 */
export function useRefreshSettings(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.settings.invalidate(),
      utils.admin.settings.invalidate(),
      utils.payments.plans.invalidate(),
      utils.admin.subscriptions.planAmounts.invalidate(),
      utils.admin.dashboard.analytics.invalidate(),
      utils.admin.audit.list.invalidate(),
    ]);
  };
}
