import { useState } from 'react';
import type { UserExportInput } from '../../../../shared/admin/admin-users.ts';
import { maxPeopleAtOnce, type PeoplePreview } from '../../../../shared/admin/bulk-users.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { keepToastsAbove } from '../../../ui/keep-toasts-above.ts';
import { useRefresh } from '../use-refresh.ts';
import { BulkNoticeDialog } from './bulk-notice-dialog.tsx';
import { BulkPlanDialog } from './bulk-plan-dialog.tsx';
import { BulkTagDialog } from './bulk-tag-dialog.tsx';
import type { Selection } from './use-selection.ts';

const actions = { notice: 'Email...', tag: 'Add tag...', plan: 'Give membership...' } as const;
type BulkAction = keyof typeof actions;
const dialogs = { notice: BulkNoticeDialog, tag: BulkTagDialog, plan: BulkPlanDialog };

export type BulkActionsProps = {
  selection: Selection;
  filter: UserExportInput;
  /** The number of users that match the filter; null or undefined while it is not known. */
  total: number | null | undefined;
};

/**
 * Actions on the selected users, or on all users that match the filter. Each action first counts the users that it
 * would affect.
 */
export function BulkActions({ selection, filter, total }: BulkActionsProps) {
  const refresh = useRefresh();
  const [expandedSelection, setExpandedSelection] = useState<ReadonlySet<string>>();
  const [selectedAction, setSelectedAction] = useState<BulkAction>('notice');
  const [countedSelection, setCountedSelection] = useState<ReadonlySet<string>>();
  const [counted, setCounted] = useState<PeoplePreview>();
  const count = useAction(trpc.admin.users.preview.useMutation({ onSuccess: setCounted }));
  const { isPending } = count;
  // Once the selection changes, the response for the previous selection is ignored.
  const isCurrent = countedSelection === selection.ids;
  const people = isCurrent ? counted : undefined;
  const failure = isCurrent ? count.failure : undefined;
  // The server returns no ids if more users match than one action allows.
  const isTooMany = people !== undefined && people.ids.length === 0;
  // Once the selection changes, actions again apply only to the selected users.
  const isAllSelected = expandedSelection === selection.ids;
  const hasMore = !isAllSelected && typeof total === 'number' && total > selection.count;
  const selectedCount = isAllSelected ? (total ?? 0) : selection.count;
  if (selection.count === 0) return null;

  function start(action: BulkAction) {
    setSelectedAction(action);
    setCountedSelection(selection.ids);
    setCounted(undefined);
    count.run(isAllSelected ? { filter } : { ids: [...selection.ids] });
  }
  function clear() {
    setCounted(undefined);
    count.reset();
    selection.clear();
  }

  const Dialog = dialogs[selectedAction];
  return (
    <section
      aria-label="Selected people"
      ref={keepToastsAbove}
      className="sticky bottom-[calc(1rem+var(--bottom-bar,0px))] z-20 mt-4 rounded-card border border-control bg-surface p-3 shadow-float"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p role="status" className="text-sm font-semibold tabular">
          {selectedCount.toLocaleString('en-US')} selected
        </p>
        {Object.entries(actions).map(([key, label]) => (
          <Button
            key={key}
            size="small"
            variant="secondary"
            busy={isPending && selectedAction === key}
            busyLabel="Counting..."
            disabled={isPending && selectedAction !== key}
            onClick={() => start(key as BulkAction)}
          >
            {label}
          </Button>
        ))}
        <span className="grow" />
        {hasMore && total > maxPeopleAtOnce && (
          <p className="text-sm text-muted">
            {total.toLocaleString('en-US')} match. One action can include at most {maxPeopleAtOnce} users.
          </p>
        )}
        {hasMore && total <= maxPeopleAtOnce && (
          <Button
            size="small"
            variant="quiet"
            disabled={isPending}
            onClick={() => setExpandedSelection(selection.ids)}
          >
            Select all {total.toLocaleString('en-US')} that match
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={clear}>
          Clear
        </Button>
      </div>
      {(isTooMany || failure) && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failure?.message ??
            `${people?.total.toLocaleString('en-US')} users match. One action can include at most ${maxPeopleAtOnce}. Narrow the filters first.`}
        </p>
      )}
      {people && !isTooMany && (
        <Dialog
          people={people}
          onClose={() => setCounted(undefined)}
          onDone={async () => {
            await refresh.afterSuccess();
            clear();
          }}
        />
      )}
    </section>
  );
}
