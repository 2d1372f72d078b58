import { useEffect, useState } from 'react';
import type { KycStatus } from '../../../../shared/enums.ts';
import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { undoSeconds } from '../../../../shared/kyc/kyc-review.ts';
import { kycStatusLabels } from '../../../lib/labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { useRefreshDecisions } from './use-refresh-decisions.ts';

type Undoable = { id: string; eventId: string; name: string; status: KycStatus; shownAt: number };

/** The undoable decision in a response; undefined when the decision changed nothing. */
function undoableOf(view: AdminKycApplication): Undoable | undefined {
  const event = view.events.at(-1);
  if (event?.kind !== 'decision') return undefined;
  return {
    id: view.id,
    eventId: event.id,
    name: `${view.firstName} ${view.lastName}`,
    status: view.status,
    shownAt: Date.now(),
  };
}

/** All decisions that can still be undone, newest first. */
export function useUndoables() {
  const [undoables, setUndoables] = useState<readonly Undoable[]>([]);
  return {
    undoables,
    add(view: AdminKycApplication) {
      const added = undoableOf(view);
      // A newer decision replaces the previous one on the same case.
      if (added) setUndoables((all) => [added, ...all.filter(({ id }) => id !== added.id)]);
    },
    remove({ eventId }: Undoable) {
      setUndoables((all) => all.filter((each) => each.eventId !== eventId));
    },
  };
}

export type UndoBarProps = {
  undoables: readonly Undoable[];
  onUndone: (undoable: Undoable) => void;
  onGone: (undoable: Undoable) => void;
};

/** Recent decisions, each with Undo until its email is sent. */
export function UndoBar({ undoables, onUndone, onGone }: UndoBarProps) {
  if (undoables.length === 0) return null;
  return (
    <div
      role="status"
      className="sticky top-18 z-20 mb-6 flex max-h-[50dvh] flex-col gap-2 overflow-y-auto max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-[calc(1rem+var(--bottom-bar,0px))] max-sm:mb-0"
    >
      {undoables.map((undoable) => (
        <UndoNotice
          key={undoable.eventId}
          undoable={undoable}
          onUndone={() => onUndone(undoable)}
          onGone={() => onGone(undoable)}
        />
      ))}
    </div>
  );
}

type UndoNoticeProps = { undoable: Undoable; onUndone: () => void; onGone: () => void };

/** Counts down the seconds in which the decision can be undone. */
function UndoNotice({ undoable, onUndone, onGone }: UndoNoticeProps) {
  const [left, setLeft] = useState(undoSeconds);
  const undo = useAction(
    trpc.admin.kyc.undoDecision.useMutation({
      onSuccess() {
        showToast({ title: 'Decision undone', description: 'No email was sent.', tone: 'success' });
        onUndone();
      },
      onError(error) {
        showFailure('Undo failed')(error);
        onGone();
      },
      onSettled: useRefreshDecisions(),
    }),
  );
  const over = left <= 0 && !undo.isPending;

  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(undoSeconds - Math.floor((Date.now() - undoable.shownAt) / 1_000));
    }, 250);
    return () => clearInterval(timer);
  }, [undoable.shownAt]);

  useEffect(() => {
    if (over) onGone();
  }, [over, onGone]);

  return (
    <Notice
      tone="success"
      title={`${undoable.name}: ${kycStatusLabels[undoable.status].word}`}
      action={
        <Button
          variant="secondary"
          size="small"
          busy={undo.isPending}
          busyLabel="Undoing..."
          aria-label={`Undo the decision on ${undoable.name}`}
          onClick={() => undo.run({ id: undoable.id, eventId: undoable.eventId })}
        >
          Undo
        </Button>
      }
    >
      The email goes out in a moment
      <span aria-hidden="true" className="tabular">
        {' '}
        ({Math.max(0, left)} s)
      </span>
      .
    </Notice>
  );
}
