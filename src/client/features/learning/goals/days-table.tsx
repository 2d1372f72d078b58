import { useState } from 'react';
import type { Results, StudyDay } from '../../../../shared/learning/goals.ts';
import { formatCents, formatDate, formatDuration } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { studyTexts } from './study-texts.ts';

export type DaysTableProps = {
  days: readonly StudyDay[];
  points: Results['points'];
  stale: boolean;
  onEdit: (day: StudyDay) => void;
};

/** Days shown at first. On phones each row is a card, so the full list would push later content far down. */
const rowsAtFirst = 7;

/** A table of the days and their values, newest first, in which each day can be edited. */
export function DaysTable({ days, points, stale, onEdit }: DaysTableProps) {
  const [showsAll, setShowsAll] = useState(false);
  const totals = new Map(points.map(({ date, total }) => [date, total]));
  const money = (cents: number | null | undefined) =>
    cents === null || cents === undefined ? '–' : formatCents(cents);
  const columns: Column<StudyDay>[] = [
    { key: 'date', header: 'Day', cell: (day) => formatDate(day.date), className: 'whitespace-nowrap' },
    {
      key: 'study',
      header: 'Study',
      align: 'end',
      className: 'whitespace-nowrap',
      cell: (day) => (
        <div>
          {studyTexts(day).map((text) => (
            <div key={text}>{text}</div>
          ))}
        </div>
      ),
    },
    {
      key: 'goal',
      header: 'Goal',
      align: 'end',
      cell: (day) =>
        `${day.studyTimeGoal ? formatDuration(day.studyTimeGoal) : '–'}${day.completed ? ' ✓' : ''}`,
    },
    {
      key: 'sessions',
      header: 'Sessions',
      align: 'end',
      wideOnly: true,
      cell: (day) => day.sessionsCompleted,
    },
    {
      key: 'hands',
      header: 'Hands',
      align: 'end',
      cell: (day) => day.handsPlayed?.toLocaleString('en-US') ?? '–',
    },
    { key: 'result', header: 'Result', align: 'end', cell: (day) => money(day.winLoss) },
    {
      key: 'total',
      header: 'Running total',
      align: 'end',
      wideOnly: true,
      cell: (day) => money(totals.get(day.date)),
    },
    { key: 'mood', header: 'Mood', align: 'end', wideOnly: true, cell: (day) => day.mood ?? '–' },
    {
      key: 'note',
      header: 'Note',
      cell: (day) =>
        day.notes && (
          <span className="line-clamp-2 max-w-64 wrap-anywhere sm:min-w-28 print:line-clamp-none">
            {day.notes}
          </span>
        ),
    },
    {
      key: 'edit',
      header: 'Change',
      headerHidden: true,
      align: 'end',
      className: 'print:hidden',
      cell: (day) => (
        <Button variant="quiet" size="small" className="max-sm:-ml-3" onClick={() => onEdit(day)}>
          Edit<span className="sr-only"> {formatDate(day.date)}</span>
        </Button>
      ),
    },
  ];
  const newestFirst = days.toReversed();
  return (
    <>
      <DataTable
        caption="Study and results by day"
        columns={columns}
        rows={showsAll ? newestFirst : newestFirst.slice(0, rowsAtFirst)}
        rowKey={(day) => day.date}
        stale={stale}
        empty={
          <EmptyState
            headingLevel={3}
            title="No days yet"
            description="Watch a session, answer drills or enter what you did today, and the days appear here."
          />
        }
      />
      {!showsAll && days.length > rowsAtFirst && (
        <Button variant="secondary" onClick={() => setShowsAll(true)} className="mt-4 print:hidden">
          Show all {days.length} days
        </Button>
      )}
    </>
  );
}
