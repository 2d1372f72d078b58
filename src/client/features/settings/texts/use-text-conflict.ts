import { useState } from 'react';

/**
 * The saved text that an admin's edit is based on, and the text that another admin has saved since.
 * @param fetchSaved - fetches the saved text after a conflict
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
    /** Makes the other admin's text the new base. */
    resolve() {
      if (theirs === undefined) return;
      setBase(theirs);
      setTheirs(undefined);
    },
  };
}
