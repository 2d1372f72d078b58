import fc from 'fast-check';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { Action, Card } from './money-model.ts';
import { day, type Fault, minute } from './money-world.ts';

/** Weighted: four in seven cards are good. `declined_later` is declined at renewals, not at the first payment. */
const card = fc.constantFrom<Card>('good', 'good', 'good', 'good', 'declined', 'delayed', 'declined_later');
/**
 * Selects one of the pages, events, charges, refunds or disputes that exist at the step: this number, modulo how many
 * exist, is the index of the selected one.
 */
const pick = fc.nat({ max: 7 });
const product = fc.constantFrom(0, 1);
/** Whether the buyer returns from the payment page. */
const returns = fc.boolean();
const plan = fc.constantFrom<PaidPlan>('silver', 'gold', 'diamond');

/** The name of an action, checked against `Action`. */
const named = <Name extends Action['do']>(name: Name): fc.Arbitrary<Name> => fc.constant<Name>(name);

/** One step of a random scenario, weighted by how often it should occur. */
export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: named('buy'), product }) },
  { weight: 1, arbitrary: fc.record({ do: named('subscribe'), plan }) },
  { weight: 14, arbitrary: fc.record({ do: named('buy_and_pay'), product, card, returns }) },
  { weight: 9, arbitrary: fc.record({ do: named('subscribe_and_pay'), plan, card, returns }) },
  { weight: 3, arbitrary: fc.record({ do: named('pay'), pick, card }) },
  { weight: 2, arbitrary: fc.record({ do: named('settle_delayed'), pick, paid: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: named('expire'), pick }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: named('return'), pick, times: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: named('open_as_other_user'), pick }) },
  { weight: 4, arbitrary: fc.record({ do: named('deliver'), pick, copies: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: named('deliver_all'), reversed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: named('lose_event'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: named('return_during_webhooks'), pick }) },
  { weight: 1, arbitrary: fc.record({ do: named('reconcile') }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: named('change_price'), product, cents: fc.constantFrom(1999, 2500, 4550) }),
  },
  { weight: 4, arbitrary: fc.record({ do: named('change_plan'), plan }) },
  { weight: 1, arbitrary: fc.record({ do: named('cancel') }) },
  { weight: 1, arbitrary: fc.record({ do: named('resume') }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: named('wait'),
      ms: fc.constantFrom(20 * minute, 3 * day, 16 * day, 25 * day),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: named('renewals_fail'), count: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: named('refund'),
      pick,
      part: fc.constantFrom('all' as const, 'half' as const),
      endAccess: fc.boolean(),
      endRenewal: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: named('refund_at_stripe'),
      pick,
      part: fc.constantFrom('all' as const, 'half' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: named('fail_refund'), pick }) },
  { weight: 2, arbitrary: fc.record({ do: named('dispute'), pick, isInquiry: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: named('send_evidence'), pick, admins: fc.integer({ min: 1, max: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: named('close_dispute'),
      pick,
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
);

/** The fault during a step; most steps have none. */
export const fault: fc.Arbitrary<Fault | undefined> = fc.oneof(
  { weight: 7, arbitrary: fc.constant(undefined) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('crash' as const), atQuery: fc.nat({ max: 24 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('outage' as const),
      fromCall: fc.nat({ max: 4 }),
      how: fc.constantFrom('refused' as const, 'done_but_500' as const, 'answer_lost' as const),
    }),
  },
);
