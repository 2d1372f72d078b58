import { useState } from 'react';
import { dailyBounds, type PlannedDay } from '../../../../shared/practice/daily.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { aboutToday } from '../../../lib/query-freshness.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ConfirmationDialog } from '../../../ui/confirmation-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { DailyForm } from './daily-form.tsx';

/** Today's hand, and the hands of later days, which can be reordered by dragging or with buttons. */
export function DailyPlanner() {
  const utils = trpc.useUtils();
  const query = trpc.daily.plan.useQuery(undefined, aboutToday);
  const [edited, setEdited] = useState<string>();
  const [removed, setRemoved] = useState<PlannedDay>();
  const [dragged, setDragged] = useState<string>();
  const [dropTarget, setDropTarget] = useState<string>();
  const days = query.data?.days;
  const editedDay = days?.find(({ day }) => day === edited);
  const onSettled = () => utils.daily.plan.invalidate();
  const move = useAction(
    trpc.daily.move.useMutation({
      onError: showFailure('The hand was not moved', 'The hand may have been moved'),
      onSettled,
    }),
  );
  const moveTo = (from: string, to: string) => {
    const [moved, replaced] = [from, to].map((at) => days?.find(({ day }) => day === at)?.spot);
    if (!moved || from === to) return;
    move.run({ day: from, to, updatedAt: moved.updatedAt, toUpdatedAt: replaced?.updatedAt ?? null });
  };
  const remove = useAction(
    trpc.daily.remove.useMutation({
      onSuccess: () => showToast({ title: 'Hand removed from the plan', tone: 'success' }),
      onError: showFailure('The hand was not removed', 'The hand may have been removed'),
      onSettled() {
        setRemoved(undefined);
        return onSettled();
      },
    }),
  );

  return (
    <>
      <PageHeader
        title="Hand of the day"
        lead="One decision a day. Today’s hand cannot be changed; later days can."
      />
      <QueryView
        query={query}
        skeleton={<SkeletonRows label="Loading the plan..." rows={6} rowClass="h-24" />}
        errorTitle="The plan could not be loaded"
        note="The planned hands are not lost."
      >
        {({ days: shown, planned }) => (
          <>
            {planned <= dailyBounds.fewDays && (
              <Notice tone="warning" className="mb-6">
                {planned === 0
                  ? 'Today has no hand.'
                  : `Hands are planned for ${planned === 1 ? 'today only' : `${planned} days, including today`}.`}
              </Notice>
            )}
            <ol className="grid gap-2">
              {shown.map((plannedDay, index) => {
                const { day, spot } = plannedDay;
                const isToday = index === 0;
                const neighbor = (step: number) => {
                  const to = index + step;
                  return to >= 1 ? shown[to]?.day : undefined;
                };
                return (
                  <li
                    key={day}
                    draggable={!isToday && spot !== null}
                    onDragStart={() => setDragged(day)}
                    onDragEnd={() => {
                      setDragged(undefined);
                      setDropTarget(undefined);
                    }}
                    onDragOver={(event) => {
                      if (dragged === undefined || isToday) return;
                      event.preventDefault();
                      setDropTarget(day);
                    }}
                    onDrop={(event) => {
                      event.preventDefault();
                      if (dragged !== undefined) moveTo(dragged, day);
                    }}
                    className={classNames(
                      'rounded-card border bg-surface p-4',
                      dropTarget === day && dragged !== day ? 'border-primary' : 'border-border',
                    )}
                  >
                    <DayHeader day={plannedDay} isToday={isToday} />
                    {!isToday && (
                      <div className="mt-2 flex flex-wrap gap-2">
                        <Button variant="secondary" size="small" onClick={() => setEdited(day)}>
                          {spot ? 'Edit' : 'Choose a hand'}
                          <span className="sr-only"> for {formatDate(day)}</span>
                        </Button>
                        {spot && (
                          <>
                            {([-1, 1] as const).map((step) => {
                              const to = neighbor(step);
                              return (
                                to !== undefined && (
                                  <Button
                                    key={step}
                                    variant="quiet"
                                    size="small"
                                    busy={move.isPending}
                                    onClick={() => moveTo(day, to)}
                                  >
                                    {step === -1 ? 'Earlier' : 'Later'}
                                    <span className="sr-only">: the hand of {formatDate(day)}</span>
                                  </Button>
                                )
                              );
                            })}
                            <Button variant="quietDanger" size="small" onClick={() => setRemoved(plannedDay)}>
                              Remove<span className="sr-only"> the hand of {formatDate(day)}</span>
                            </Button>
                          </>
                        )}
                      </div>
                    )}
                  </li>
                );
              })}
            </ol>
          </>
        )}
      </QueryView>
      {editedDay && <DailyForm plannedDay={editedDay} onClose={() => setEdited(undefined)} />}
      {removed?.spot && (
        <ConfirmationDialog
          open
          onClose={() => setRemoved(undefined)}
          title={`Remove the hand of ${formatDate(removed.day)}?`}
          description="Its question, options and reason are lost. The hand itself stays."
          confirmLabel="Remove the hand"
          onConfirm={() =>
            removed.spot && remove.run({ day: removed.day, updatedAt: removed.spot.updatedAt })
          }
          busy={remove.isPending}
          busyLabel="Removing..."
        />
      )}
    </>
  );
}

function DayHeader({ day: { day, spot }, isToday }: { day: PlannedDay; isToday: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 max-sm:flex-col">
      <span className="text-muted tabular sm:w-40">{isToday ? 'Today' : formatDate(day)}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">
        {spot ? (
          <>
            <span className="font-semibold">{spot.question}</span>
            <span className="block text-sm text-muted">{spot.handTitle ?? spot.line}</span>
          </>
        ) : (
          <span className="text-muted">No hand yet</span>
        )}
      </span>
      {spot && isToday && (
        <span className="text-sm text-muted tabular">{countText(spot.answers, 'answer')}</span>
      )}
    </div>
  );
}
