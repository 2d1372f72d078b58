import { useState } from 'react';
import type { GoalDay } from '../../../../shared/learning/goals.ts';
import { useOpenings } from '../../../lib/use-openings.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';

const DayDialog = lazyDialog(async () => (await import('./day-dialog.tsx')).DayDialog);

/** The dialog that edits a day. A new instance is mounted each time it opens, and stays mounted while it closes. */
export function useDayDialog(today: string) {
  const [day, setDay] = useState<GoalDay>();
  const { count, isOpen, open, close } = useOpenings();
  return {
    openDay(picked: GoalDay) {
      setDay(picked);
      open();
    },
    dialog: day && (
      // After midnight, the day that was opened is no longer today.
      <DayDialog key={count} day={day} isToday={day.date === today} open={isOpen} onClose={close} />
    ),
  };
}
