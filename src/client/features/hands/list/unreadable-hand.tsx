import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import type { BadHand } from './parse-messages.ts';

/**
 * Shows which line of the text, or of which file, could not be read, and why. If the text seems to be a hand of a known room, a logged-in user can send it to
 * the academy, with the names removed.
 */
export function UnreadableHand({ hand, isVisitor }: { hand: BadHand; isVisitor: boolean }) {
  const { run, isPending, isSuccess } = useAction(
    trpc.hands.reportUnreadable.useMutation({
      onError: showFailure('The hand was not sent', 'The hand may have been sent'),
    }),
  );
  return (
    <li className="rounded-control bg-warning-soft p-3">
      <p className="font-semibold wrap-anywhere">
        {hand.file && `${hand.file}, `}
        {hand.file ? 'line' : 'Line'} {hand.line.toLocaleString('en-US')}: {hand.message}
      </p>
      {hand.text !== '' && <p className="mt-1 font-mono text-sm wrap-anywhere">{hand.text}</p>}
      {!isVisitor &&
        hand.code !== 'not_a_hand' &&
        hand.anonymous !== '' &&
        (isSuccess ? (
          <p role="status" className="mt-2 text-sm">
            Sent without names. Thank you.
          </p>
        ) : (
          <Button
            variant="secondary"
            size="small"
            className="mt-2"
            busy={isPending}
            onClick={() =>
              run({
                text: beginningOf(hand.anonymous),
                site: null,
                code: hand.code,
                line: hand.lineInHand,
              })
            }
          >
            Help us read it
          </Button>
        ))}
    </li>
  );
}

/** The beginning of the text: at most as many bytes as one hand may have, and only whole characters. */
function beginningOf(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(handBounds.textBytes));
  return text.slice(0, read);
}
