import { Link } from '@tanstack/react-router';
import type { GoalDay, Today } from '../../../../shared/learning/goals.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents, formatDuration } from '../../../lib/format.ts';
import { aboutToday } from '../../../lib/query-freshness.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';
import { Skeleton, SkeletonRegion, SkeletonText } from '../../../ui/skeleton.tsx';
import { useDayDialog } from './use-day-dialog.tsx';

const frame = 'flex flex-wrap items-center gap-x-8 gap-y-4';

/** Today's study and play, with a button to edit them. */
export function TodayCard({ showsLink }: { showsLink: boolean }) {
  const query = trpc.goals.today.useQuery(undefined, aboutToday);
  return (
    <Card as="section" aria-labelledby="goals-today">
      <h2 id="goals-today" className="mb-3 text-lg font-semibold">
        Today
      </h2>
      <QueryView query={query} skeleton={<TodayLoading />}>
        {(today) => <LoadedToday today={today} showsLink={showsLink} />}
      </QueryView>
    </Card>
  );
}

/** About as tall as the loaded card, so that the layout hardly shifts. */
function TodayLoading() {
  return (
    <SkeletonRegion label="Loading today...">
      <div className={frame}>
        <Skeleton className="size-16" />
        <div className="flex flex-col gap-2 max-sm:flex-1">
          <Skeleton className="h-5 w-32" />
          <Skeleton className="h-4 w-full sm:w-72" />
        </div>
        <Skeleton className="h-12 w-40" />
        <Skeleton className="h-11 w-full sm:w-32 lg:ml-auto" />
      </div>
      <div className="mt-4 border-t border-border pt-3">
        <SkeletonText lines={1} className="h-10.5 max-w-md justify-center sm:h-5.25" />
      </div>
    </SkeletonRegion>
  );
}

function LoadedToday({ today, showsLink }: { today: Today; showsLink: boolean }) {
  const { day, streak } = today;
  const { openDay, dialog } = useDayDialog(day.date);
  const goal = day.studyTimeGoal ?? 0;
  return (
    <>
      <div className={frame}>
        <RangeGrid
          variant="progress"
          ratio={goal > 0 ? Math.min(1, day.actualStudyTime / goal) : day.actualStudyTime > 0 ? 1 : 0}
          className="w-16 shrink-0"
        />
        {/* On phones too, this text is beside the grid, however long it is. */}
        <div className="min-w-0 max-sm:flex-1 max-sm:basis-40">
          <p className="flex flex-wrap items-center gap-x-3 text-lg font-semibold tabular">
            {goal > 0
              ? `${formatDuration(day.actualStudyTime)} of ${formatDuration(goal)}`
              : `${formatDuration(day.actualStudyTime)} studied`}
            {day.completed && <Badge tone="success">Goal reached</Badge>}
          </p>
          <p className="text-sm text-muted">
            {goal > 0
              ? 'Study time is counted while you watch a session or read its text.'
              : 'Set a goal to see how far you are.'}
          </p>
        </div>
        <Figures day={day} />
        <div className="flex flex-wrap gap-2 lg:ml-auto print:hidden">
          <Button variant="secondary" onClick={() => openDay(day)}>
            Edit today
          </Button>
          {showsLink && (
            <Link to="/goals" className={buttonClass('quiet')}>
              Goals and results
            </Link>
          )}
        </div>
      </div>
      <p className="mt-4 border-t border-border pt-3 text-sm text-muted">{streakText(streak)}</p>
      {dialog}
    </>
  );
}

function Figures({ day }: { day: GoalDay }) {
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      <Figure label="Sessions" value={String(day.sessionsCompleted)} />
      <Figure
        label="Hands"
        value={day.handsPlayed === null ? '–' : day.handsPlayed.toLocaleString('en-US')}
      />
      <Figure label="Result" value={day.winLoss === null ? '–' : formatCents(day.winLoss)} />
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="text-lg font-semibold tabular">{value}</dd>
    </div>
  );
}

/** The achieved streak and the remaining rest days. Missed days are not mentioned. */
function streakText({ current, best, restDaysLeft }: Today['streak']): string {
  if (current === 0) return 'Study today and a streak begins. Two rest days a week are part of it.';
  const record = best > current ? `, your best is ${best}` : '';
  const rest =
    restDaysLeft === 0
      ? 'Both rest days of this week are taken.'
      : `${countText(restDaysLeft, 'rest day')} left this week.`;
  return `Streak of ${countText(current, 'day')}${record}. ${rest}`;
}
