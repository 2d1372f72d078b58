import { onOtherTabs } from './lib/other-tabs.ts';
import type { AppRouterInstance } from './router.tsx';
import type { TrpcUtils } from './trpc.ts';

/** Keeps this tab at who is signed in, or out, in the browser's other tabs. */
export function followOtherTabs(utils: TrpcUtils, router: AppRouterInstance): void {
  onOtherTabs((userId) => {
    const user = utils.auth.me.getData();
    // A visitor's page holds nothing of anybody, and the same person's may stay: what is being typed there is kept.
    if (user === null || (user !== undefined && user.id === userId && !user.viewingUntil)) {
      void utils.invalidate().then(() => router.invalidate());
    } else {
      leaveAtOnce(router);
    }
  });
}

/** A full load, so that nothing of the person stays in memory; nor on the screen while it is on its way. */
function leaveAtOnce(router: AppRouterInstance): void {
  document.body.hidden = true;
  // No question about unsaved text may hold the page: whose text it is has left.
  router.history.destroy();
  window.location.reload();
}
