import { trpc } from '../../trpc.ts';

/** Reloads the user's applications, and the user, whose status a change of an application may change. */
export function useReloadApplications() {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.kyc.invalidate(), utils.auth.me.invalidate()]);
}
