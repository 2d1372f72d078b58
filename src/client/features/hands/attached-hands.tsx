import { Link } from '@tanstack/react-router';
import type { z } from 'zod';
import { clockTime } from '../../../shared/clock-time.ts';
import type { attachedHandView } from '../../../shared/hands/hands.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { HandLineText } from './hand-line-view.tsx';

export type AttachedHandsProps = {
  kind: 'session' | 'product' | 'plan';
  id: number;
  /** Seeks the video to a second. Without this function, times in the video are not shown. */
  onSeek?: ((second: number) => void) | undefined;
};

/** The hands attached to a session, PDF or coaching plan. Hidden until they are loaded, and if there are none. */
export function AttachedHands({ kind, id, onSeek }: AttachedHandsProps) {
  const query = trpc.hands.listAttached.useQuery({ kind, id });
  return (
    <QueryView query={query} skeleton={null} empty={null} errorTitle="The hands to play could not be loaded">
      {(hands) => <HandsToPlay hands={hands} onSeek={onSeek} />}
    </QueryView>
  );
}

function HandsToPlay({
  hands,
  onSeek,
}: Pick<AttachedHandsProps, 'onSeek'> & { hands: readonly z.infer<typeof attachedHandView>[] }) {
  const { user } = useCurrentUser();
  return (
    <section aria-labelledby="attached-hands">
      <h2 id="attached-hands" className="mb-2 text-xl font-semibold">
        {hands.length === 1 ? 'A hand to play' : 'Hands to play'}
      </h2>
      <ul className="grid gap-3">
        {hands.map(({ id: linkId, handId, title, line, caption, atSeconds, page }) => (
          <Card as="li" key={linkId} className="p-4!">
            <Link
              to="/hands/$id"
              params={{ id: handId }}
              search={{ mode: 'guess' }}
              className="font-semibold wrap-anywhere"
            >
              {title ?? 'A hand'}
            </Link>
            {caption !== '' && <p className="text-muted">{caption}</p>}
            <HandLineText line={line} className="block text-muted" />
            {atSeconds !== null && atSeconds > 0 && onSeek && (
              <button
                type="button"
                onClick={() => onSeek(atSeconds)}
                className="mt-1 min-h-8 text-sm font-semibold text-primary-text underline tabular"
              >
                At {clockTime(atSeconds)} in the video
              </button>
            )}
            {page !== null && <p className="mt-1 text-sm text-muted">Page {page}</p>}
            {user?.role === 'admin' && <DetachButton id={linkId} title={title ?? 'this hand'} />}
          </Card>
        ))}
      </ul>
    </section>
  );
}

/** Detaches a hand from the session, PDF or coaching plan, without deleting it. */
function DetachButton({ id, title }: { id: string; title: string }) {
  const utils = trpc.useUtils();
  const { run, isPending } = useAction(
    trpc.admin.hands.detach.useMutation({
      onError: showFailure('The hand was not removed from here', 'The hand may have been removed from here'),
      onSettled: () => utils.hands.listAttached.invalidate(),
    }),
  );
  return (
    <Button variant="quiet" size="small" busy={isPending} onClick={() => run({ id })}>
      Remove from here<span className="sr-only">: {title}</span>
    </Button>
  );
}
