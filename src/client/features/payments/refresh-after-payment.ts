import type { trpc } from '../../trpc.ts';

/** Reloads what depends on what the user has bought and on their membership. */
export async function refreshAfterPayment(utils: ReturnType<typeof trpc.useUtils>): Promise<void> {
  await Promise.all([
    utils.auth.me.invalidate(),
    // By name: a code that is being entered would be checked again, which counts as an attempt.
    utils.payments.mySubscription.invalidate(),
    utils.payments.myPayments.invalidate(),
    utils.payments.myUnconfirmedPayments.invalidate(),
    utils.shop.invalidate(),
    utils.learning.invalidate(),
    utils.leaks.invalidate(),
    // What a membership limits.
    utils.ranges.invalidate(),
    utils.hands.quota.invalidate(),
    utils.questions.credits.invalidate(),
    utils.drills.invalidate(),
  ]);
}
