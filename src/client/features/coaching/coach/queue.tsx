import { useRef, useState } from 'react';
import { dueText } from '../../../../shared/coaching/due-text.ts';
import { urgentPromiseHours } from '../../../../shared/coaching/question-limits.ts';
import type { CoachQuestionItem } from '../../../../shared/coaching/questions.ts';
import { hourMs } from '../../../../shared/durations.ts';
import { leakName } from '../../../../shared/practice/leaks.ts';
import { serverNow } from '../../../../shared/server-clock.ts';
import { planName } from '../../../lib/labels.ts';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { HandLineText } from '../../hands/hand-line-view.tsx';

type QueueQuery = Parameters<typeof LoadMore>[0]['query'] & {
  data: { pages: readonly { items: readonly CoachQuestionItem[] }[] } | undefined;
  refetch: () => unknown;
};

export type QueueProps = { query: QueueQuery; onOpen: (id: string) => void };

/** The open questions. J and K move the focus, and Enter opens the selected question. */
export function Queue({ query, onOpen }: QueueProps) {
  const [chosen, setChosen] = useState<string>();
  const rows = useRef<HTMLUListElement>(null);
  const questions = query.data ? loadedItems(query.data) : [];
  // The selected question is found by its id, because questions come and go while the list is open.
  const selected = Math.max(
    0,
    questions.findIndex(({ id }) => id === chosen),
  );
  const focus = (index: number) => rows.current?.querySelectorAll('button')[index]?.focus();
  useSingleKeys((key) => {
    if (key === 'j') focus(Math.min(selected + 1, questions.length - 1));
    if (key === 'k') focus(Math.max(selected - 1, 0));
    const found = questions[selected];
    // If a link or button has the focus, Enter presses it.
    if (key === 'enter' && found && !document.activeElement?.matches('a, button')) onOpen(found.id);
  });
  return (
    <QueryView
      query={query}
      skeleton={<SkeletonRows label="Loading the questions..." rows={5} rowClass="h-20" />}
      errorTitle="The questions could not be loaded"
      note="The questions are not lost, and answers that you began stay in this tab."
    >
      {() =>
        questions.length === 0 ? (
          <EmptyState
            title="No question is waiting"
            description="You get an email when a student asks, at most once an hour."
          />
        ) : (
          <section aria-label="Open questions">
            <p className="mb-3 text-sm text-muted max-sm:hidden">J and K move, Enter opens.</p>
            <ul ref={rows} className="divide-y divide-border border-y border-border">
              {questions.map((item, index) => (
                <QueueRow
                  key={item.id}
                  item={item}
                  isSelected={index === selected}
                  onFocus={() => setChosen(item.id)}
                  onOpen={() => onOpen(item.id)}
                />
              ))}
            </ul>
            <LoadMore query={query} label="questions" />
          </section>
        )
      }
    </QueryView>
  );
}

type QueueRowProps = {
  item: CoachQuestionItem;
  isSelected: boolean;
  onFocus: () => void;
  onOpen: () => void;
};

function QueueRow({ item, isSelected, onFocus, onOpen }: QueueRowProps) {
  const { student, dueAt, claimedByName, isMine, leak, isFollowUp } = item;
  const hours = Math.floor((Date.parse(dueAt) - serverNow()) / hourMs);
  return (
    <li>
      <button
        type="button"
        aria-current={isSelected ? 'true' : undefined}
        onFocus={onFocus}
        onClick={onOpen}
        className={classNames(
          'grid w-full gap-x-6 gap-y-1 rounded-control px-3 py-3 text-left hover:bg-sunken sm:grid-cols-[8rem_minmax(0,1fr)_auto]',
          isSelected && 'bg-primary-soft',
        )}
      >
        <span
          className={classNames(
            'font-mono text-sm tabular',
            hours < urgentPromiseHours ? 'text-danger' : 'text-muted',
          )}
        >
          <span className="font-semibold">{hours < 0 ? 'Late' : `${hours} h left`}</span>
          <span className="block text-xs">{dueText(dueAt, undefined)}</span>
        </span>
        <span className="min-w-0">
          {item.line !== null && <HandLineText line={item.line} className="line-clamp-2" />}
          <span className="mt-1 block text-sm text-muted">
            {[
              student.name,
              planName(student.plan),
              `question ${student.recentQuestions} in 30 days`,
              leak && leakName(leak),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <span className="flex flex-wrap items-start gap-1">
          {isFollowUp && <Badge tone="accent">Follow-up</Badge>}
          {claimedByName !== null && (
            <Badge tone={isMine ? 'primary' : 'neutral'}>{isMine ? 'Yours' : claimedByName}</Badge>
          )}
        </span>
      </button>
    </li>
  );
}
