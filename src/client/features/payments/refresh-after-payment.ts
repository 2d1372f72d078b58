import type { trpc } from '../../trpc.ts';

/** Reloads data that depends on the user's purchases and membership. */
export async function refreshAfterPayment(utils: ReturnType<typeof trpc.useUtils>): Promise<void> {
  await Promise.all([
    utils.auth.me.invalidate(),
    // These queries are listed one by one, because invalidating all of `payments` would check an entered promotion code
    // again, which counts as an attempt.
    utils.payments.mySubscription.invalidate(),
    utils.payments.myPayments.invalidate(),
    utils.payments.myUnconfirmedPayments.invalidate(),
    utils.shop.invalidate(),
    utils.learning.invalidate(),
    utils.leaks.invalidate(),
    utils.daily.invalidate(),
    // The membership decides how many ranges and hands a user may store, how many questions the user may ask, and which
    // drills are open.
    utils.ranges.invalidate(),
    utils.hands.quota.invalidate(),
    utils.questions.credits.invalidate(),
    utils.drills.invalidate(),
  ]);
}
