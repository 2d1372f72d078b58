import { StripeApiError } from './api-error.ts';
import type { Context } from './context.ts';
import { sandboxControls } from './controls.ts';
import { type Delivery, disturbNext, type Fault, failNext } from './faults.ts';

const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 400;
const outcomes = ['won', 'lost', 'warning_closed'] as const;

/** The request faults that the page offers, by name. */
export const requestFaults: Record<string, { label: string; fault: Fault }> = {
  'status-500': { label: 'Answer 500, nothing done', fault: { kind: 'status', status: 500 } },
  'status-500-after': {
    label: 'Answer 500 after the work',
    fault: { kind: 'status', status: 500, when: 'after' },
  },
  'status-409': { label: 'Answer 409', fault: { kind: 'status', status: 409 } },
  'status-429': { label: 'Answer 429', fault: { kind: 'status', status: 429 } },
  hang: { label: 'Never answer', fault: { kind: 'hang' } },
  reset: { label: 'Break the connection after the work', fault: { kind: 'reset', when: 'after' } },
  truncate: { label: 'Cut the answer in half', fault: { kind: 'truncate' } },
};

/** The event faults that the page offers, by name. */
export const eventFaults: Record<string, { label: string; deliver: (index: number) => Delivery[] }> = {
  drop: { label: 'Never send', deliver: () => [] },
  duplicate: { label: 'Send twice', deliver: () => [{}, {}] },
  delay: { label: 'Send after one minute', deliver: () => [{ delayMs: 60_000 }] },
  reorder: {
    label: 'Send every other one late',
    deliver: (index) => [{ delayMs: index % 2 === 0 ? 3_000 : 0 }],
  },
};

function countOf(form: URLSearchParams, name: string, max: number): number {
  const count = Number(form.get(name) ?? '1');
  if (Number.isFinite(count) && count > 0 && count <= max) return count;
  throw new StripeApiError(400, `${name} must be a number up to ${max}.`);
}

/**
 * Runs the action of a form on the development page, or of a script that posts the same fields.
 * @returns one sentence that describes the result.
 * @throws StripeApiError when the action is not possible.
 */
export function runDevelopmentAction(context: Context, action: string, form: URLSearchParams): string {
  const controls = sandboxControls(context);
  const id = form.get('id') ?? '';
  if (action === 'clock') {
    const ms = form.has('ms') ? countOf(form, 'ms', maxDays * dayMs) : countOf(form, 'days', maxDays) * dayMs;
    controls.clock.advance(ms);
    return `It is now ${new Date(controls.clock.now()).toISOString()} for subscriptions.`;
  }
  if (action === 'fail-renewal') {
    controls.failRenewals(countOf(form, 'count', 20));
    return 'The next renewal will be declined.';
  }
  if (action === 'dispute') {
    const isInquiry = form.get('kind') === 'inquiry';
    controls.dispute(id, undefined, { isInquiry });
    return isInquiry ? 'The bank asks about the charge.' : 'The charge is disputed.';
  }
  if (action === 'warn-of-fraud') {
    controls.warnOfFraud(id);
    return 'The bank has warned of fraud.';
  }
  if (action === 'escalate-inquiry') {
    controls.escalateInquiry(id);
    return 'The inquiry has become a dispute.';
  }
  if (action === 'close-dispute') {
    const outcome = outcomes.find((known) => known === form.get('outcome')) ?? 'lost';
    controls.closeDispute(id, outcome);
    return outcome === 'warning_closed' ? 'The inquiry is settled.' : `The dispute is ${outcome}.`;
  }
  if (action === 'fail-refund') {
    controls.failRefund(id);
    return 'The refund has failed.';
  }
  const kind = form.get('kind') ?? '';
  if (action === 'fault' && requestFaults[kind]) {
    context.faults.onRequest = failNext(countOf(form, 'count', 1_000), requestFaults[kind].fault);
    return 'The next requests will go wrong.';
  }
  if (action === 'events' && eventFaults[kind]) {
    context.faults.onEvent = disturbNext(countOf(form, 'count', 1_000), eventFaults[kind].deliver);
    return 'The next events will go wrong.';
  }
  if (action === 'calm') {
    context.faults.onRequest = undefined;
    context.faults.onEvent = undefined;
    controls.failRenewals(0);
    return 'Nothing goes wrong any more.';
  }
  throw new StripeApiError(404, 'There is no such action.');
}
