import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GoalDay, Today } from '../../../../shared/learning/goals.ts';
import { addDays } from '../../../../shared/time-zone.ts';
import { aboutToday } from '../../../lib/query-freshness.ts';
import { type GoalsSearch, goalRanges } from '../../../lib/search-params.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ChoiceRow } from '../../../ui/choice-row.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { DaysTable } from './days-table.tsx';
import { GoalsCsv } from './goals-csv.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { plotHeight } from './plot-layout.ts';
import { PokerRates } from './poker-rates.tsx';
import { ResultsPlot } from './results-plot.tsx';
import { TodayCard } from './today-card.tsx';
import { useDayDialog } from './use-day-dialog.tsx';

export type GoalsProps = { search: GoalsSearch; onSearch: (part: GoalsSearch) => void };

export function Goals({ search, onSearch }: GoalsProps) {
  const today = trpc.goals.today.useQuery(undefined, aboutToday);
  return (
    <>
      <TodayCard showsLink={false} />
      {today.data ? (
        <LoadedGoals today={today.data} search={search} onSearch={onSearch} />
      ) : (
        today.isPending && (
          <SkeletonRegion label="Loading your results..." className="mt-12">
            <Skeleton className="mb-4 h-7 w-40" />
            <Skeleton className="h-80" />
          </SkeletonRegion>
        )
      )}
    </>
  );
}

function LoadedGoals({ today, search, onSearch }: GoalsProps & { today: Today }) {
  const { date } = today.day;
  const length = search.days ?? 30;
  const range = { from: addDays(date, -(length - 1)), to: date };
  const list = trpc.goals.studyDays.useQuery(range);
  const results = trpc.goals.results.useQuery(range);
  const { openDay, dialog } = useDayDialog(date);
  const { client } = trpc.useUtils();
  // A day without entries is not in the list of the month, and its goal may come from a day of an earlier month.
  const load = useMutation({
    mutationFn: (pickedDate: string) => client.goals.day.query({ date: pickedDate }),
  });
  /** Also forgets a day that is being loaded: if it opened later, it would discard what the user has typed by then. */
  function open(day: GoalDay) {
    load.reset();
    openDay(day);
  }
  function pick(pickedDate: string, stored: GoalDay | undefined) {
    const day = stored ?? (pickedDate === date ? today.day : undefined);
    if (day) open(day);
    else {
      // These callbacks are called only for the day that was picked last.
      load.mutate(pickedDate, {
        onSuccess(loaded) {
          // Another part of the page may have opened a dialog in the meantime.
          if (!document.querySelector('[role="dialog"]')) openDay(loaded);
        },
        onError: showFailure('The day could not be opened'),
      });
    }
  }

  return (
    <>
      <Section title="Results">
        <div className="mb-4 print:hidden">
          <ChoiceRow
            label="Days shown"
            choices={goalRanges.map((days) => ({ value: days, label: `${days} days` }))}
            selected={length}
            onChange={(days) => onSearch({ ...search, days })}
          />
        </div>
        <QueryView
          query={{
            data: results.data && list.data && { figures: results.data, days: list.data },
            error: results.error ?? list.error,
            refetch: () => Promise.all([results.refetch(), list.refetch()]),
          }}
          skeleton={
            <SkeletonRegion label="Loading your results...">
              <Skeleton className="mb-4 h-18 sm:h-12" />
              <div style={{ height: plotHeight }}>
                <Skeleton className="size-full" />
              </div>
            </SkeletonRegion>
          }
          errorTitle="Your results could not be loaded"
          note="Nothing that you entered is lost."
        >
          {({ figures, days }) =>
            hasChartData(days) ? (
              <>
                <Notice tone="info" className="mb-4">
                  {figures.sentence}
                </Notice>
                <PokerRates results={figures} />
                <ResultsPlot results={figures} days={days} {...range} />
              </>
            ) : (
              <EmptyState
                headingLevel={3}
                title="Nothing to draw yet"
                description={`Your running total and your hours of study will appear here, next to the results that luck alone can explain. No day of the last ${length} has a result or study time yet.`}
                action={
                  <>
                    <Button onClick={() => open(today.day)}>Enter a result</Button>
                    <Link to="/coaching" className={buttonClass('secondary')}>
                      Go to your library
                    </Link>
                  </>
                }
              />
            )
          }
        </QueryView>
      </Section>
      <Section title="Your days">
        <MonthCalendar
          month={search.month ?? date.slice(0, 7)}
          today={date}
          onMonth={(month) => onSearch({ ...search, month })}
          onPick={pick}
        />
        <p className="mt-3 text-sm text-muted print:hidden">
          Days begin at midnight in the time zone {today.timeZone ?? 'UTC'}. Choose a day to enter or change
          it.
        </p>
      </Section>
      <Section title={`The last ${length} days`}>
        {list.data ? (
          <DaysTable
            days={list.data}
            points={results.data?.points ?? []}
            stale={list.isFetching}
            onEdit={open}
          />
        ) : (
          list.isPending && <Skeleton className="h-40" />
        )}
      </Section>
      <Section title="As a file" className="print:hidden">
        <GoalsCsv today={date} />
      </Section>
      {dialog}
    </>
  );
}

/** Whether the chart has anything to show. A day may have only a goal or a note. */
function hasChartData(days: readonly GoalDay[]): boolean {
  return days.some((day) => day.winLoss !== null || day.actualStudyTime > 0);
}
