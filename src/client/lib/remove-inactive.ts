import type { QueryClient } from '@tanstack/react-query';

/**
 * Removes the data of pages that are no longer open, before another user is logged in. The data may belong to a user
 * whose session ended without a logout. Invalidated data would still be shown until it is loaded again. The settings
 * and texts of the academy are the same for all users, and stay.
 */
export function removeInactive(queryClient: QueryClient): void {
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [path] }) => !Array.isArray(path) || path[0] !== 'settings',
  });
}
