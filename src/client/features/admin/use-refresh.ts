import { trpc } from '../../trpc.ts';

/**
 * After a change by an admin: fetches the data of this page again, and marks all other loaded data as stale, such as what
 * the shop shows. It leaves out the logged-in user: if the session has ended, the login page would replace what was
 * typed.
 */
export function useRefresh(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    utils.invalidate(undefined, {
      predicate: ({ queryKey: [path] }) => !Array.isArray(path) || path[0] !== 'auth',
    });
}

/**
 * Like `useRefresh`, but also fetches the logged-in user again. For a successful change to an account, which may be the
 * admin's own.
 */
export function useRefreshWithUser(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () => utils.invalidate();
}
