/** Durations in milliseconds and distances in pixels. */
export const timing = {
  redirectAfterRegistration: 3_000,
  redirectAfterUnauthorized: 500,
  hashScrollDelay: 100,
  toast: 5_000,
  /** How long the page after a payment polls before it shows a warning. */
  paymentPolling: 30_000,
  /** The navigation bar changes its style when the page is scrolled farther than this. */
  navigationScrollThreshold: 50,
} as const;
