import { Link } from '@tanstack/react-router';
import { dayMs } from '../../../shared/durations.ts';
import { minutesOf } from '../../../shared/practice/drill-rules.ts';
import type { DeckView, DrillView, Practice as PracticeData } from '../../../shared/practice/drills.ts';
import { leakName } from '../../../shared/practice/leaks.ts';
import { countText } from '../../lib/count-text.ts';
import { aboutToday } from '../../lib/query-freshness.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Section } from '../../ui/page.tsx';
import { PageActions } from '../../ui/page-actions.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { LeakMap } from './leak-map.tsx';
import { NextStudy } from './next-study.tsx';

/** The practice page: due drills, decks, leaks, and the next thing to study. */
export function Practice() {
  const query = trpc.drills.practice.useQuery(undefined, aboutToday);
  // Requested together with the drills, so that the layout does not shift when the leaks arrive.
  trpc.leaks.next.useQuery();
  trpc.leaks.map.useQuery();
  return (
    <>
      <QueryView
        query={query}
        skeleton={
          <SkeletonRegion label="Loading your drills..." className="grid gap-4">
            <Skeleton className="h-32" />
            <Skeleton className="h-64" />
          </SkeletonRegion>
        }
        errorTitle="Your drills could not be loaded"
        note="Your answers are not lost."
      >
        {(practice) => (
          <>
            <DueToday practice={practice} />
            <div className="mt-4">
              <NextStudy variant={practice.due.length > 0 ? 'secondary' : 'primary'} />
            </div>
            <Decks decks={practice.decks} />
          </>
        )}
      </QueryView>
      {!query.isPending && <LeakMap />}
    </>
  );
}

function DueToday({ practice: { due, today, attemptedToday, minutes } }: { practice: PracticeData }) {
  if (due.length === 0) {
    return (
      <Card as="section" aria-labelledby="due-today">
        <h2 id="due-today" className="text-lg font-semibold">
          Nothing is due today
        </h2>
        <p className="mt-1 measure text-muted">
          {attemptedToday > 0
            ? 'You are done. Drills come back on the day on which they help most.'
            : 'Open a deck to learn new drills. They come back here before you forget them.'}
        </p>
        <TimePerDay minutes={minutes} />
        <div className="mt-4 max-sm:contents">
          <PageActions>
            <Link to="/daily" className={buttonClass('secondary')}>
              Hand of the day
            </Link>
            <TrainRange />
          </PageActions>
        </div>
      </Card>
    );
  }
  return (
    <Card as="section" aria-labelledby="due-today">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="due-today" className="text-sm font-semibold text-muted">
            Due today
          </h2>
          <p className="text-xl font-semibold tabular">{`${countText(due.length, 'drill')} · about ${minutesOf(due.length)} min`}</p>
        </div>
        <PageActions>
          <Link to="/practice" search={{ ask: 'due' }} className={buttonClass('primary')}>
            Start the {due.length === 1 ? 'drill' : 'drills'}
          </Link>
          <TrainRange />
        </PageActions>
      </div>
      <TimePerDay minutes={minutes} />
      <details className="mt-4">
        <summary className="cursor-pointer text-sm text-muted">Why these drills</summary>
        <ul className="mt-2 grid gap-1 text-sm">
          {due.map(({ drillId, deckTitle, leak, last }) => (
            <li key={drillId}>
              <span className="font-semibold">{leak ? leakName(leak) : deckTitle}</span>
              <span className="text-muted">: {lastText(last, today)}</span>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

function TrainRange() {
  return (
    <Link to="/ranges" className={buttonClass('secondary')}>
      Train a range
    </Link>
  );
}

const offeredMinutes = [5, 10, 15, 20, 25];

function TimePerDay({ minutes }: { minutes: number }) {
  const utils = trpc.useUtils();
  const save = useAction(
    trpc.drills.setMinutes.useMutation({
      onSuccess: () => utils.drills.practice.invalidate(),
      onError: showFailure('The time per day was not saved'),
    }),
  );
  const choices = [...new Set([...offeredMinutes, minutes])].toSorted((one, other) => one - other);
  return (
    <SelectField
      label="Time per day, at most"
      className="mt-4 max-w-48"
      value={String(save.isPending ? (save.variables?.minutes ?? minutes) : minutes)}
      options={choices.map((each) => ({ value: String(each), label: `${each} minutes` }))}
      onChange={(event) => save.run({ minutes: Number(event.currentTarget.value) })}
    />
  );
}

function Decks({ decks }: { decks: readonly DeckView[] }) {
  return (
    <Section title="Your decks" className="mt-12!">
      {decks.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title="You have no deck yet"
          description="Sessions, PDFs and coaching plans come with drills. A wrong decision in a question to the coach becomes a drill, too."
          action={
            <Link to="/coaching" className={buttonClass('secondary')}>
              Your library
            </Link>
          }
        />
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-4">
          {decks.map((deck) => (
            <DeckCard key={deck.id} deck={deck} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function DeckCard({ deck }: { deck: DeckView }) {
  const { id, title, drills, learned, fresh, isPaused } = deck;
  return (
    <Card as="li" interactive className="flex items-center gap-4 p-4!">
      <RangeGrid variant="progress" ratio={learned / drills} className="w-14 shrink-0" />
      <div className="min-w-0">
        <Link
          to="/practice/$deck"
          params={{ deck: id }}
          className="font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card"
        >
          {title}
        </Link>
        <p className="text-sm text-muted tabular">
          {`${learned} of ${drills} learned`}
          {fresh > 0 && ` · ${fresh} new`}
          {isPaused && ' · paused'}
        </p>
      </div>
    </Card>
  );
}

/** The result and the day of a drill's last answer, or "new". */
function lastText(last: DrillView['last'], today: string): string {
  if (!last) return 'new';
  const days = Math.round((Date.parse(today) - Date.parse(last.day)) / dayMs);
  const when = days <= 0 ? 'today' : days === 1 ? 'yesterday' : `${days} days ago`;
  return `${last.isRight ? 'right' : 'missed'} ${when}`;
}
