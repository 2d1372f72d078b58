import { trpc } from '../../trpc.ts';

export type Refresh = {
  /** Also fetches the logged-in user again, because the admin may have changed their own account. */
  afterSuccess: () => Promise<unknown>;
  /**
   * Does not fetch the logged-in user: if the session has ended, the login page would replace a form with unsaved text.
   */
  afterError: () => Promise<unknown>;
  /** Calls `afterSuccess` or `afterError`, depending on the outcome. */
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
