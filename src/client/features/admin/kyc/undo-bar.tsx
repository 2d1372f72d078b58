import { useState } from 'react';
import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { undoSeconds } from '../../../../shared/kyc/kyc-review.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { PersistentMessage, UndoNotice } from '../../../ui/undo-notice.tsx';
import { useRefresh } from '../use-refresh.ts';
import { caseStatus } from './kyc-cases.ts';
import type { CaseNotes } from './kyc-decision.tsx';

type Undoable = {
  id: string;
  eventId: string;
  name: string;
  /** The new status. */
  label: string;
  shownAt: number;
  /** The notes that were typed for the decision; undefined if there were no fields for notes. */
  notes: CaseNotes | undefined;
};

/** If the newest event of the case is a decision, returns that decision, which can be undone; otherwise undefined. */
function undoableOf(view: AdminKycApplication, notes: CaseNotes | undefined): Undoable | undefined {
  const event = view.events.at(-1);
  if (event?.kind !== 'decision') return undefined;
  return {
    id: view.id,
    eventId: event.id,
    name: `${view.firstName} ${view.lastName}`,
    label: caseStatus(view).label,
    shownAt: Date.now(),
    notes,
  };
}

/** The decisions made on this page that can still be undone, newest first. */
export function useUndoables() {
  const [undoables, setUndoables] = useState<readonly Undoable[]>([]);
  return {
    undoables,
    add(view: AdminKycApplication, notes?: CaseNotes) {
      const added = undoableOf(view, notes);
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
  onExpire: (undoable: Undoable) => void;
};

/**
 * Recent decisions, each with an Undo button for `undoSeconds`. Only the newest decision is shown in full, and can also
 * be undone with the U key.
 */
export function UndoBar({ undoables, onUndone, onExpire }: UndoBarProps) {
  if (undoables.length === 0) return null;
  return (
    <PersistentMessage>
      {undoables.map((undoable, position) => (
        <UndoableNotice
          key={undoable.eventId}
          undoable={undoable}
          compact={position > 0}
          onUndone={() => onUndone(undoable)}
          onExpire={() => onExpire(undoable)}
        />
      ))}
    </PersistentMessage>
  );
}

type UndoableNoticeProps = {
  undoable: Undoable;
  compact: boolean;
  onUndone: () => void;
  onExpire: () => void;
};

function UndoableNotice({ undoable, compact, onUndone, onExpire }: UndoableNoticeProps) {
  const undo = useAction(
    trpc.admin.kyc.undoDecision.useMutation({
      onSuccess() {
        showToast({ title: 'Decision undone', description: 'No email was sent.', tone: 'success' });
        onUndone();
      },
      onError(error) {
        showFailure('Undo failed', 'The decision may have been undone')(error);
        const { status } = describeError(error);
        // After a 404 or 409, the decision can no longer be undone. After any other failure, such as a lost connection
        // or too many attempts, the admin can try again.
        if (status === 404 || status === 409) onExpire();
      },
      onSettled: useRefresh().onSettled,
    }),
  );
  return (
    <UndoNotice
      title="User status updated"
      detail={`${undoable.name}: ${undoable.label}`}
      compact={compact}
      undoLabel={`Undo the decision on ${undoable.name}`}
      shownAt={undoable.shownAt}
      seconds={undoSeconds}
      busy={undo.isPending}
      onUndo={() => undo.run({ id: undoable.id, eventId: undoable.eventId })}
      onExpire={onExpire}
    />
  );
}
