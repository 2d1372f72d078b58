/** Reading counts for so long after the last scroll or key. */
const readingWindow = 60_000;
/** Between two looks at the clock; longer gaps are a sleeping machine and count as one. */
const longestTick = 2_000;

export type StudyMoment = {
  /** Milliseconds. */
  now: number;
  visible: boolean;
  playing: boolean;
};

/**
 * Adds up study: time in which the page is in sight and its video plays, or was scrolled or typed in during the last
 * minute.
 */
export function createStudyClock(start: number) {
  let lastTick = start;
  let lastActivity = Number.NEGATIVE_INFINITY;
  return {
    active(now: number): void {
      lastActivity = now;
    },
    /** @returns seconds of study since the last tick */
    tick({ now, visible, playing }: StudyMoment): number {
      const passed = Math.min(Math.max(0, now - lastTick), longestTick);
      lastTick = now;
      const counts = visible && (playing || now - lastActivity < readingWindow);
      return counts ? passed / 1000 : 0;
    },
  };
}
