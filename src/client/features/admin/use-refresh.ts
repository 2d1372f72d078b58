import { trpc } from '../../trpc.ts';

/**
 * After a change by an admin: fetches the data of this page again, and marks all other loaded data as stale, such as what
 * the shop shows. This includes the logged-in user, because the change may be about the admin's own account. After an
 * error it leaves out this user: if the session has ended, the login page would replace what was typed.
 * @returns the refresh, with the parameters of `onSettled`
 */
export function useRefresh(): (result?: unknown, error?: { message: string } | null) => Promise<unknown> {
  const utils = trpc.useUtils();
  return (_result, error) =>
    utils.invalidate(
      undefined,
      error ? { predicate: ({ queryKey: [path] }) => !Array.isArray(path) || path[0] !== 'auth' } : {},
    );
}
