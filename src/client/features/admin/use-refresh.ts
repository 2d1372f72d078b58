import { trpc } from '../../trpc.ts';

export type Refresh = {
  /** Includes the logged-in user, because the change may be about the admin's own account. */
  afterSuccess: () => Promise<unknown>;
  /** Leaves out the logged-in user: if the session has ended, the login page would replace what was typed. */
  afterError: () => Promise<unknown>;
  /** For mutations that refresh after both. */
  onSettled: (result: unknown, error: { message: string } | null) => Promise<unknown>;
};

/** Fetches the data of this page again, and marks all other loaded data as stale, such as what the shop shows. */
export function useRefresh(): Refresh {
  const utils = trpc.useUtils();
  const afterSuccess = () => utils.invalidate();
  const afterError = () =>
    utils.invalidate(undefined, {
      predicate: ({ queryKey: [path] }) => !Array.isArray(path) || path[0] !== 'auth',
    });
  return {
    afterSuccess,
    afterError,
    onSettled: (_result, error) => (error ? afterError() : afterSuccess()),
  };
}
