import { navigationScrollThreshold, times } from '../../shared/limits.ts';

/** Milliseconds and pixels that the interface promises. */
export const timing = {
  toast: times.toast,
  tooltipOpenDelay: times.tooltipOpenDelay,
  tooltipSkipDelay: times.tooltipSkipDelay,
  hashScrollDelay: times.hashScrollDelay,
  navigationScrollThreshold,
} as const;
