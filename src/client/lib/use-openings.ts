import { useState } from 'react';

/**
 * The openings of a dialog that must be mounted again each time it opens, for example because it contains a password.
 * Render the dialog only if `count` is not 0, with `count` as its key, so that it stays mounted while it closes.
 */
export function useOpenings() {
  const [count, setCount] = useState(0);
  const [isOpen, setOpen] = useState(false);
  return {
    count,
    isOpen,
    open() {
      setCount(count + 1);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
