import { useState } from 'react';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { RemovalConfirmation } from '../../../ui/removal-confirmation.tsx';

type Phrase = { id: string; text: string };

/** A button that opens the list of the coach's phrases, in which each can be removed. */
export function PhraseRemoval({ phrases }: { phrases: readonly Phrase[] }) {
  const [isOpen, setOpen] = useState(false);
  const [confirming, setConfirming] = useState<string>();
  function close() {
    setOpen(false);
    setConfirming(undefined);
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
              {confirming === phrase.id ? (
                <RemovePhrase id={phrase.id} onKeep={() => setConfirming(undefined)} />
              ) : (
                <Button
                  variant="quietDanger"
                  size="small"
                  aria-label={`Remove: ${phrase.text.slice(0, 60)}`}
                  onClick={() => setConfirming(phrase.id)}
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

type RemovePhraseProps = { id: string; onKeep: () => void };

function RemovePhrase({ id, onKeep }: RemovePhraseProps) {
  const utils = trpc.useUtils();
  const removal = useAction(
    trpc.questions.removePhrase.useMutation({ onSettled: () => utils.questions.phrases.invalidate() }),
  );
  return (
    <RemovalConfirmation
      question="Remove this phrase?"
      label="Remove phrase"
      busyLabel="Removing..."
      action={removal}
      onRemove={() => removal.run({ id })}
      onKeep={onKeep}
    />
  );
}
