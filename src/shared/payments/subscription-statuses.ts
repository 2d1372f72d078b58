/** Stripe's statuses of subscriptions that have ended. Stripe never reactivates them. */
export const finalStatuses: readonly string[] = ['canceled', 'incomplete_expired'];

/** Stripe's statuses with which a subscription gives access; with `past_due`, only for a grace period. */
export const liveStatuses: readonly string[] = ['active', 'trialing', 'past_due'];
