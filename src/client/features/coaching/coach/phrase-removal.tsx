import { useState } from 'react';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type Phrase = { id: string; text: string };

/** A button that opens the list of the coach's phrases, in which each can be removed. */
export function PhraseRemoval({ phrases }: { phrases: readonly Phrase[] }) {
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<string>();
  function close() {
    setOpen(false);
    setAsked(undefined);
  }
  return (
    <>
      <Button variant="quiet" size="small" disabled={phrases.length === 0} onClick={() => setOpen(true)}>
        Remove phrases
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Your phrases"
        description="Sent answers keep the text of a removed phrase."
        size="large"
        footer={
          <Button variant="secondary" onClick={close}>
            Done
          </Button>
        }
      >
        {phrases.length === 0 && <p className="text-muted">You have no phrases.</p>}
        <ul aria-label="Phrases" className="grid gap-3">
          {phrases.map((phrase) => (
            <li key={phrase.id} className="border-b border-border pb-3 last:border-0">
              <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{phrase.text}</p>
              {asked === phrase.id ? (
                <RemovalQuestion id={phrase.id} onKeep={() => setAsked(undefined)} />
              ) : (
                <Button
                  variant="quietDanger"
                  size="small"
                  aria-label={`Remove: ${phrase.text.slice(0, 60)}`}
                  onClick={() => setAsked(phrase.id)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

type RemovalQuestionProps = { id: string; onKeep: () => void };

function RemovalQuestion({ id, onKeep }: RemovalQuestionProps) {
  const utils = trpc.useUtils();
  const { isPending, failure, run } = useAction(
    trpc.questions.removePhrase.useMutation({ onSettled: () => utils.questions.phrases.invalidate() }),
  );
  return (
    <div className="mt-2 rounded-control bg-danger-soft p-3">
      <p className="font-semibold">Remove this phrase?</p>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure.message}
        </p>
      )}
      <div className="mt-2 flex gap-2">
        <Button
          variant="danger"
          size="small"
          busy={isPending}
          busyLabel="Removing..."
          onClick={() => run({ id })}
        >
          Remove phrase
        </Button>
        <Button variant="secondary" size="small" onClick={onKeep} disabled={isPending} autoFocus>
          Keep it
        </Button>
      </div>
    </div>
  );
}
