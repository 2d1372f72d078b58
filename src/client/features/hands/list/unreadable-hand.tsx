import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import type { BadHand } from './parse-messages.ts';

/**
 * Why a text could not be read. If it seems to be a hand of a known room, users have a button that sends it without
 * names to the academy.
 */
export function UnreadableHand({ hand, isVisitor }: { hand: BadHand; isVisitor: boolean }) {
  const { run, isPending, isSuccess } = useAction(
    trpc.hands.reportUnreadable.useMutation({
      onError: showFailure('The hand was not sent', 'The hand may have been sent'),
    }),
  );
  return (
    <li className="rounded-control bg-warning-soft p-3">
      <p className="font-semibold">
        Line {hand.line.toLocaleString('en-US')}: {hand.message}
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

/** The beginning of the text, with at most the number of bytes that one hand may have. Ends between two characters. */
function beginningOf(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(handBounds.textBytes));
  return text.slice(0, read);
}
