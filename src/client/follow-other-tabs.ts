import { onOtherTabs } from './lib/other-tabs.ts';
import type { AppRouterInstance } from './router.tsx';
import type { TrpcUtils } from './trpc.ts';

/** Keeps this tab at who is logged in, or out, in the browser's other tabs. */
export function followOtherTabs(utils: TrpcUtils, router: AppRouterInstance): void {
  onOtherTabs((userId) => {
    const user = utils.auth.me.getData();
    // A visitor's page holds no private data, and the same user's may stay, with what is being typed.
    if (user === null || (user !== undefined && user.id === userId && !user.viewingUntil)) {
      void utils.invalidate().then(() => router.invalidate());
    } else {
      leaveAtOnce(router);
    }
  });
}

/** A full page load, so that no private data stays in memory, or on the screen during the load. */
function leaveAtOnce(router: AppRouterInstance): void {
  document.body.hidden = true;
  // Skips the question about unsaved text, because its user has logged out.
  router.history.destroy();
  window.location.reload();
}
