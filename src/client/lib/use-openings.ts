import { useState } from 'react';

/**
 * The state of a dialog that must be mounted again each time it opens, for example because it contains a password.
 * `count` is how often it was opened. Use it as the dialog's key, and render the dialog unless `count` is 0: then the
 * dialog stays mounted while it closes.
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
