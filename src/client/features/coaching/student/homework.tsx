import type { Homework as HomeworkItem } from '../../../../shared/coaching/homework.ts';
import { formatDate } from '../../../lib/format.ts';
import { updatedByStaff } from '../../../lib/query-freshness.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { QueryView } from '../../../ui/query-view.tsx';
import { showFailure } from '../../../ui/toast.tsx';

/** The homework that coaches set for the student. Hidden while it loads, and if there is none. */
export function Homework() {
  const query = trpc.coaching.homework.useQuery(undefined, updatedByStaff);
  return (
    <div className="mb-4 empty:hidden">
      <QueryView
        query={query}
        skeleton={null}
        errorTitle="Your homework could not be loaded"
        note="What you ticked off is not lost."
        empty={null}
      >
        {(homework) => <HomeworkCard homework={homework} />}
      </QueryView>
    </div>
  );
}

function HomeworkCard({ homework }: { homework: readonly HomeworkItem[] }) {
  const open = homework.filter(({ doneAt }) => doneAt === null);
  const done = homework.filter(({ doneAt }) => doneAt !== null);
  return (
    <Card as="section" aria-labelledby="homework">
      <h2 id="homework" className="text-sm font-semibold text-muted">
        Homework
      </h2>
      {open.length === 0 ? <p className="mt-1">All done.</p> : <Items items={open} />}
      {done.length > 0 && (
        <details className="mt-2">
          <summary className="cursor-pointer text-sm text-muted">Done</summary>
          <Items items={done} />
        </details>
      )}
    </Card>
  );
}

function Items({ items }: { items: readonly HomeworkItem[] }) {
  return (
    <ul className="divide-y divide-border">
      {items.map((item) => (
        <Item key={item.id} item={item} />
      ))}
    </ul>
  );
}

function Item({ item }: { item: HomeworkItem }) {
  const { id, text, coachName, material, dueOn, isOverdue, doneAt } = item;
  const utils = trpc.useUtils();
  const tick = useAction(
    trpc.coaching.setHomeworkDone.useMutation({
      onError: showFailure('Your homework was not updated'),
      onSettled: () =>
        Promise.all([utils.coaching.homework.invalidate(), utils.coaching.ownBrief.invalidate()]),
    }),
  );
  // While the change is being saved, the box shows the new state.
  const isDone = tick.isPending && tick.variables ? tick.variables.isDone : doneAt !== null;
  return (
    <li className="flex items-start gap-3 py-3">
      <input
        id={`homework-${id}`}
        type="checkbox"
        checked={isDone}
        onChange={(event) => tick.run({ id, isDone: event.currentTarget.checked })}
        className="mt-0.5 size-6 shrink-0 accent-primary"
      />
      <div className="min-w-0 flex-1">
        <label
          htmlFor={`homework-${id}`}
          className={classNames(
            'block whitespace-pre-line wrap-anywhere',
            isDone && 'text-muted line-through',
          )}
        >
          {text}
        </label>
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm wrap-anywhere text-muted">
          {isOverdue ? (
            <Badge tone="warning">{`Was due on ${formatDate(dueOn)}`}</Badge>
          ) : (
            dueOn !== null && doneAt === null && <span>{`By ${formatDate(dueOn)}`}</span>
          )}
          {doneAt !== null && <span>{`Done on ${formatDate(doneAt)}`}</span>}
          <span>{`From ${coachName}`}</span>
          {material && (
            <a href={material.path} className="underline underline-offset-2">
              {material.title}
            </a>
          )}
        </p>
      </div>
    </li>
  );
}
