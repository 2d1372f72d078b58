import { useState } from 'react';

/**
 * What an admin's edit of a text is compared with, and what another admin has saved since.
 * @param fetchSaved fetches the saved text after a conflict
 */
export function useTextConflict<Saved>(loaded: Saved, fetchSaved: () => Promise<Saved>) {
  const [base, setBase] = useState(loaded);
  const [theirs, setTheirs] = useState<Saved>();

  return {
    base,
    theirs,
    async onError(error: { data?: { code?: string } | null | undefined }) {
      if (error.data?.code === 'conflict') setTheirs(await fetchSaved());
    },
    /** Compares with the other admin's text from now on. */
    resolve() {
      if (theirs === undefined) return;
      setBase(theirs);
      setTheirs(undefined);
    },
  };
}
