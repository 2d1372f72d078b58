import { type ReactNode, useRef, useState } from 'react';
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx';

/** The person closed the question instead of confirming: nothing was done, and nothing needs to be said. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed';
}

export type ConfirmedCall = {
  /**
   * Runs `work`; when the server wants a fresh proof of identity (403 `step_up_required`, M8) it asks the person for it
   * and runs `work` once more. @throws NotConfirmed, and whatever `work` throws
   */
  confirmed: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Put it anywhere in what is drawn. */
  dialog: ReactNode;
};

/** For calls that need password and code again after 15 minutes: exports, refunds, roles. */
export function useConfirmedCall(): ConfirmedCall {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const settle = useRef<(confirmed: boolean) => void>(undefined);

  function ask(): Promise<boolean> {
    return new Promise((resolve) => {
      settle.current = resolve;
      setOpenings((count) => count + 1);
      setOpen(true);
    });
  }

  function answer(confirmed: boolean) {
    setOpen(false);
    settle.current?.(confirmed);
    settle.current = undefined;
  }

  return {
    async confirmed(work) {
      try {
        return await work();
      } catch (error) {
        if (!wantsProof(error)) throw error;
        if (!(await ask())) throw new NotConfirmed();
        return work();
      }
    },
    dialog: (
      <ConfirmIdentityDialog
        key={openings}
        open={open}
        onClose={() => answer(false)}
        onConfirmed={() => answer(true)}
      />
    ),
  };
}

/** Errors of tRPC calls carry the code in `data`, those of fetched files in themselves. */
function wantsProof(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const data: unknown = Reflect.get(error, 'data');
  const holder = typeof data === 'object' && data !== null ? data : error;
  return Reflect.get(holder, 'code') === 'step_up_required';
}
