import type { QueryClient } from '@tanstack/react-query';
import { assignDraftsTo } from './lib/draft-owner.ts';
import { onOtherTabs } from './lib/other-tabs.ts';
import { removeInactive } from './lib/remove-inactive.ts';
import type { AppRouterInstance } from './router.tsx';
import type { TrpcUtils } from './trpc.ts';

/** Updates this tab when the user logs in or out in another tab of the browser. */
export function followOtherTabs(queryClient: QueryClient, utils: TrpcUtils, router: AppRouterInstance): void {
  onOtherTabs((userId) => {
    // The drafts must be assigned before the page of the new user loads them.
    if (userId !== null) assignDraftsTo(userId);
    const user = utils.auth.me.getData();
    if (user === null) removeInactive(queryClient);
    // A visitor's page shows no private data. A page of the same user may stay, including typed text, unless it is
    // the page of an admin who views the academy as that user (`viewingUntil`).
    if (user === null || (user !== undefined && user.id === userId && !user.viewingUntil)) {
      void utils.invalidate().then(() => router.invalidate());
    } else {
      hideAndReload(router);
    }
  });
}

/** Reloads the page, which removes private data from memory. The page is hidden until then. */
function hideAndReload(router: AppRouterInstance): void {
  document.body.hidden = true;
  // Skips the question about unsaved text, because the user who typed it is no longer logged in.
  router.history.destroy();
  window.location.reload();
}
