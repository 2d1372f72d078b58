import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AdminSearch } from '../../lib/search-params.ts';

/** Changes the filters of a list, which are in the URL. */
export function useFilters() {
  const navigate = useNavigate({ from: '/admin' });
  const [resetKey, setResetKey] = useState(0);
  return {
    /** An empty string removes a filter. */
    change: (changes: Partial<AdminSearch>) =>
      void navigate({
        search: (current) =>
          Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value)),
        replace: true,
        resetScroll: false,
      }),
    /** Removes all parameters except these. */
    async clear(remaining: AdminSearch) {
      await navigate({ search: remaining, replace: true, resetScroll: false });
      setResetKey(resetKey + 1);
    },
    /** Part of the `key` of the search field, which is remounted when the filters are cleared. */
    resetKey,
  };
}
