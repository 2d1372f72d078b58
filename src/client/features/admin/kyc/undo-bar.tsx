import { useEffect, useState } from 'react';
import type { KycStatus } from '../../../../shared/enums.ts';
import type { AdminKycApplication } from '../../../../shared/kyc.ts';
import { undoSeconds } from '../../../../shared/kyc-review.ts';
import { describeError } from '../../../lib/error-text.ts';
import { kycStatusWords } from '../../../lib/status-words.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefreshDecisions } from './use-refresh-decisions.ts';

export type Undoable = { id: string; eventId: string; name: string; status: KycStatus; shownAt: number };

/** What can be taken back of an application as the decision answered it; nothing when it changed nothing. */
export function undoableOf(view: AdminKycApplication): Undoable | undefined {
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

export type UndoBarProps = { undoable: Undoable; onUndone: () => void; onGone: () => void };

/** Counts the seconds down in which a decision can be taken back, before its mail goes (B9). */
export function UndoBar({ undoable, onUndone, onGone }: UndoBarProps) {
  const utils = trpc.useUtils();
  const refresh = useRefreshDecisions();
  const { busy, run } = useSingleRun();
  const [left, setLeft] = useState(undoSeconds);
  const over = left <= 0 && !busy;

  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(undoSeconds - Math.floor((Date.now() - undoable.shownAt) / 1_000));
    }, 250);
    return () => clearInterval(timer);
  }, [undoable.shownAt]);

  useEffect(() => {
    if (over) onGone();
  }, [over, onGone]);

  const handleUndo = () =>
    run(async () => {
      const { id, eventId } = undoable;
      try {
        await utils.client.admin.undoDecision.mutate({ id, eventId });
        showToast({ title: 'Decision undone', description: 'No mail was sent.', tone: 'success' });
        onUndone();
      } catch (error) {
        showToast({ title: 'Undo failed', description: describeError(error).message, tone: 'danger' });
        onGone();
      }
      await refresh();
    });

  return (
    <div
      role="status"
      className="sticky top-18 z-20 mb-6 max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-[calc(1rem+var(--bottom-bar,0px))] max-sm:mb-0"
    >
      <Notice
        tone="success"
        title={`${undoable.name}: ${kycStatusWords[undoable.status].word}`}
        action={
          <Button
            variant="secondary"
            size="small"
            busy={busy}
            busyLabel="Undoing..."
            onClick={() => handleUndo()}
          >
            Undo
          </Button>
        }
      >
        The mail goes out in a moment
        <span aria-hidden="true" className="tabular">
          {' '}
          ({Math.max(0, left)} s)
        </span>
        .
      </Notice>
    </div>
  );
}
