import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { useAction } from '../../../lib/use-action.ts';

type EditorSave<Stored> = {
  write: () => Promise<Stored>;
  /** Fetches the stored state after a conflict; undefined if the product was deleted or archived in the meantime. */
  findStored: () => Promise<Stored | undefined>;
  /** `updatedAt` of the state that was edited; null for an empty coaching plan slot, undefined for a new product. */
  from: string | null | undefined;
  onSaved: (saved: Stored) => void | Promise<void>;
  onRejected: (failure: ErrorText) => void;
};

/**
 * Saves an editor's form, one request at a time. Changes that another admin saved in the meantime are not overwritten
 * without confirmation.
 */
export function useEditorSave<Stored extends { updatedAt: string | null }>() {
  const [failure, setFailure] = useState<ErrorText>();
  /** What another admin has saved, if saving failed with a conflict. */
  const [theirs, setTheirs] = useState<Stored>();

  const forget = () => {
    setFailure(undefined);
    setTheirs(undefined);
  };

  const { isPending, run } = useAction(
    useMutation({
      onMutate: forget,
      mutationFn: ({ write }: EditorSave<Stored>) => write(),
      onSuccess: (saved, { onSaved }) => onSaved(saved),
      async onError(error, { findStored, from, onRejected }) {
        const described = describeError(error);
        if (described.code === 'conflict') {
          const found = await findStored().catch(() => undefined);
          // If the stored state is still the one that was edited, the conflict has another cause, such as a file that
          // another product uses.
          setTheirs(found?.updatedAt === from ? undefined : found);
        }
        setFailure(described);
        onRejected(described);
      },
    }),
  );

  return { save: run, busy: isPending, failure, theirs, forget };
}
