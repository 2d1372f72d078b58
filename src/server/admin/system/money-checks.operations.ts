import { minuteMs } from '../../../shared/durations.ts';
import type { AdminActor } from '../../actor.ts';
import { isTestKey } from '../../config/environment.ts';
import type { Deps } from '../../deps.ts';
import { listBrokenInvariants } from '../../payments/ledger/invariants.operations.ts';
import { isRecovering } from '../../payments/stripe/recovery-gate.operations.ts';
import { isStripeError } from '../../payments/stripe/stripe-errors.ts';
import { withTimeBudget } from '../../payments/stripe/time-budget.ts';
import { getWebhooks } from '../../payments/webhooks/webhook-inbox.operations.ts';
import { bad, type Finding, serverLog, well } from './finding.ts';
import { countUnprocessedEvents } from './system.queries.ts';

export async function paymentsFinding(deps: Deps): Promise<Finding> {
  if (await isRecovering(deps)) {
    return bad(
      'failed',
      'A backup was restored: sales are paused until all payments made after the backup have been read from Stripe',
      'This takes a few minutes. If it takes longer, see whether Stripe reports an outage.',
      serverLog,
    );
  }
  const { stripe } = deps.config;
  if (!stripe) {
    return bad(
      'warning',
      'Test payments: nobody pays real money',
      'Connect your Stripe account to sell.',
      'Set STRIPE_SECRET_KEY.',
    );
  }
  const access = await deps.figures.get('access to Stripe', () => checkStripeAccess(deps));
  if (access.state !== 'ok') return access;
  if (isTestKey(stripe.secretKey)) {
    return bad(
      'warning',
      'Stripe is in test mode: nobody pays real money',
      'Use the live key of your Stripe account to sell.',
      'STRIPE_SECRET_KEY begins with sk_test_ or rk_test_.',
    );
  }
  return access;
}

/** Shorter than the timeout of a check, because a check that times out does not say that Stripe is the cause. */
const stripeTimeMs = 4_000;

/**
 * Makes a call that the reconciliation also makes, so that this check requires no further permission of the key. The
 * result is cached for a minute.
 */
async function checkStripeAccess({ stripe, log }: Pick<Deps, 'stripe' | 'log'>): Promise<Finding> {
  try {
    await withTimeBudget(stripeTimeMs, () => stripe.events.list({ limit: 1 }));
    return well('Stripe is in live mode');
  } catch (error) {
    if (!isStripeError(error)) throw error;
    log.error({ err: error, check: 'payments' }, 'a system check failed');
    if (isStripeError(error, 'StripeAuthenticationError', 'StripePermissionError')) {
      return bad(
        'failed',
        'Stripe rejects the academy’s key',
        'Until the academy has a new key, nobody can pay. Ask the person who runs the server.',
        'STRIPE_SECRET_KEY has expired, was revoked or lacks a permission. Set a new key and restart the server.',
      );
    }
    return bad(
      'failed',
      'Stripe cannot be reached',
      'Nobody can pay until Stripe responds again. See whether Stripe reports an outage.',
      serverLog,
    );
  }
}

export async function webhooksFinding(deps: Deps, actor: AdminActor, now: Date): Promise<Finding> {
  const webhooks = await getWebhooks(deps, actor);
  if (!webhooks.configured) {
    return bad(
      'failed',
      'Stripe cannot report payments to the academy',
      'Until this is corrected, the academy learns of payments some minutes late. Ask the person who runs the server.',
      'Set STRIPE_WEBHOOK_SECRET (see docs/production.md).',
    );
  }
  const stuck = await countUnprocessedEvents(deps.db, new Date(now.getTime() - 10 * minuteMs));
  if (stuck > 0) {
    return bad(
      'failed',
      stuck === 1
        ? 'One event was not processed'
        : `${stuck.toLocaleString('en-US')} events were not processed`,
      'Open the payment events and process them again.',
    );
  }
  if (webhooks.lastReceivedAt === null) {
    return bad(
      'warning',
      'No payment event has arrived yet',
      'This is normal before the first sale. If something was sold, check the webhook in your Stripe account.',
      'Its URL ends with /api/stripe/webhook (see docs/production.md).',
    );
  }
  return well(`The last event arrived ${agoText(now.getTime() - Date.parse(webhooks.lastReceivedAt))}`);
}

/** The result is cached for a minute, because the check reads all payments. */
export async function ledgerFinding(deps: Deps): Promise<Finding> {
  const broken = await deps.figures.get('broken invariants', () => listBrokenInvariants(deps));
  if (broken.length === 0) return well('Purchases, payments and refunds add up');
  return bad(
    'failed',
    `Found ${broken.join('; ')}`,
    'Compare each of them with Stripe before you change anything.',
    'The server’s log lists their ids: search for invariant_broken.',
  );
}

function agoText(milliseconds: number): string {
  const minutes = Math.max(0, Math.round(milliseconds / minuteMs));
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  return minutes < 48 * 60
    ? `${Math.round(minutes / 60)} h ago`
    : `${Math.round(minutes / 60 / 24)} days ago`;
}
