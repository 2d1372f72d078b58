/** Stripe's statuses of subscriptions that have ended. Stripe never reactivates them. */
export const finalStatuses: readonly string[] = ['canceled', 'incomplete_expired'];

/** Stripe's statuses of started subscriptions. With `past_due`, access lasts only for a grace period. */
export const liveStatuses: readonly string[] = ['active', 'trialing', 'past_due'];
