import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { useAction } from '../../../lib/use-action.ts';

type EditorSave<Stored> = {
  write: () => Promise<Stored>;
  /** The server's current state, read after a conflict; undefined when it was deleted. */
  findStored: () => Promise<Stored | undefined>;
  /** `updatedAt` of the state that was edited. */
  from: string | null | undefined;
  onSaved: (saved: Stored) => void | Promise<void>;
  onRejected: (failure: ErrorText) => void;
};

/** Sends what an editor holds, once at a time; what a colleague saved since it was opened is not overwritten unasked. */
export function useEditorSave<Stored extends { updatedAt: string | null }>() {
  const [failure, setFailure] = useState<ErrorText>();
  /** What another admin saved, if that is why saving failed. */
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
          setTheirs(found?.updatedAt === from ? undefined : found);
        }
        setFailure(described);
        onRejected(described);
      },
    }),
  );

  return { save: run, busy: isPending, failure, theirs, forget };
}
