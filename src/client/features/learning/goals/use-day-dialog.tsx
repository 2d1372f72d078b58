import { useState } from 'react';
import type { GoalDay } from '../../../../shared/learning/goals.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';

const DayDialog = lazyDialog(async () => (await import('./day-dialog.tsx')).DayDialog);

/** The dialog that edits a day: a new instance each time it opens, which stays rendered while it closes. */
export function useDayDialog(today: string) {
  // After midnight, the day that was opened is no longer today.
  const [picked, setPicked] = useState<{ day: GoalDay; opening: number; open: boolean }>();
  return {
    openDay: (day: GoalDay) => setPicked({ day, opening: (picked?.opening ?? 0) + 1, open: true }),
    dialog: picked && (
      <DayDialog
        key={picked.opening}
        day={picked.day}
        isToday={picked.day.date === today}
        open={picked.open}
        onClose={() => setPicked({ ...picked, open: false })}
      />
    ),
  };
}
