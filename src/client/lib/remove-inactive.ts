import type { QueryClient } from '@tanstack/react-query';

/**
 * Removes the cached data of pages that are no longer open. Called at a login, because the data may belong to another
 * user, whose session ended without a logout. If the data were only invalidated, it would be shown until it is loaded
 * again. The settings and texts of the academy are the same for all users, so they stay.
 */
export function removeInactive(queryClient: QueryClient): void {
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [path] }) => !Array.isArray(path) || path[0] !== 'settings',
  });
}
