import type Stripe from 'stripe';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { queueStaffEmail } from '../../messages/email/admin-emails.operations.ts';
import { unknownSubscriberEmail } from '../../messages/email/templates/subscriptions.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isOurs } from '../stripe/academy-mark.ts';
import { retrieveCustomer } from '../stripe/stripe-calls.ts';
import { findCustomer, findUserOfCustomer, storeCustomerId } from '../stripe/stripe-customers.queries.ts';
import { isFinal } from '../stripe/stripe-subscription.ts';

/**
 * The user of a customer whose subscriptions are not stored yet. If the customer is not stored either, as after a
 * restore, finds the user by the metadata at Stripe, and stores the customer for the user. If that user does not exist
 * here, the admins get one email for each running subscription.
 * @returns undefined for subscriptions of another shop, or of a user who does not exist here
 * @throws DomainError payments_unavailable
 */
export async function findOwner(
  deps: Deps,
  customerId: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<string | undefined> {
  const known = await findUserOfCustomer(deps.db, customerId);
  if (known !== undefined) return known;
  const userId = await ownerAtStripe(deps, customerId, subscriptions);
  if (userId === undefined) return undefined;
  const userExists = (await findCustomer(deps.db, userId)) !== undefined;
  if (userExists) {
    // Stripe may have an old email address. With null, the `update-customers` job sends the current one to Stripe.
    await storeCustomerId(deps.db, userId, { id: customerId, email: null });
    return userId;
  }
  for (const { id, status } of subscriptions) if (!isFinal(status)) await notifyOfUnknownSubscriber(deps, id);
  return undefined;
}

async function ownerAtStripe(
  deps: Deps,
  customerId: string,
  subscriptions: readonly Stripe.Subscription[],
): Promise<string | undefined> {
  const ours = subscriptions.find(({ metadata }) => isOurs(deps, metadata));
  const metadata = ours?.metadata ?? (await retrieveCustomer(deps, customerId))?.metadata ?? null;
  return isOurs(deps, metadata) ? z.uuid().safeParse(metadata?.userId).data : undefined;
}

async function notifyOfUnknownSubscriber(deps: Deps, subscriptionId: string): Promise<void> {
  deps.log.error(
    { event: 'subscriber_unknown', subscriptionId },
    'Stripe has a subscription of a user who does not exist in this database',
  );
  await inTransaction(deps.db, (trx) =>
    queueStaffEmail(deps, trx, (to) => unknownSubscriberEmail(to, subscriptionId)),
  );
}
