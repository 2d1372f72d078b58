import type { BriefBlocks } from '../../../../shared/coaching/brief.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';

type Item = NonNullable<BriefBlocks['homework']>[number];

/** The homework of a brief. A coach can withdraw an item until it is done. */
export function HomeworkItems({ items }: { items: readonly Item[] }) {
  if (items.length === 0) return <p className="text-muted">None yet.</p>;
  return (
    <ul className="grid gap-2">
      {items.map((item) => (
        <li key={item.id} className="flex flex-wrap items-start justify-between gap-x-4">
          <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
            <p className="line-clamp-3 whitespace-pre-line">{item.text}</p>
            <p className="text-sm text-muted">
              {[stateOf(item), item.coachName, item.material?.title].filter(Boolean).join(' · ')}
            </p>
          </div>
          {item.isRemovable && <WithdrawHomework item={item} />}
        </li>
      ))}
    </ul>
  );
}

function stateOf({ doneAt, dueOn, isOverdue }: Item): string {
  if (doneAt !== null) return `Done on ${formatDate(doneAt)}`;
  if (dueOn === null) return 'Open';
  return isOverdue ? `Overdue since ${formatDate(dueOn)}` : `Open, due on ${formatDate(dueOn)}`;
}

type WithdrawHomeworkProps = { item: Pick<Item, 'id' | 'text'>; onWithdrawn?: () => void };

export function WithdrawHomework({ item: { id, text }, onWithdrawn }: WithdrawHomeworkProps) {
  const utils = trpc.useUtils();
  const remove = useAction(
    trpc.coaching.removeHomework.useMutation({
      onSuccess() {
        showToast({ title: 'Homework withdrawn', tone: 'success' });
        onWithdrawn?.();
      },
      onError: showFailure('The homework was not withdrawn', 'The homework may have been withdrawn'),
      onSettled: () => utils.coaching.brief.invalidate(),
    }),
  );
  return (
    <Button
      variant="quietDanger"
      size="small"
      className="print:hidden"
      aria-label={`Withdraw: ${text.slice(0, 60)}`}
      busy={remove.isPending}
      busyLabel="Withdrawing..."
      onClick={() => remove.run({ id })}
    >
      Withdraw
    </Button>
  );
}
