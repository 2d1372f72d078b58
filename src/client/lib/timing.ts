import { navigationScrollThreshold, times } from '../../shared/limits.ts';

/** Durations in milliseconds and distances in pixels that the interface promises. */
export const timing = {
  toast: times.toast,
  tooltipOpenDelay: times.tooltipOpenDelay,
  tooltipSkipDelay: times.tooltipSkipDelay,
  hashScrollDelay: times.hashScrollDelay,
  navigationScrollThreshold,
} as const;
