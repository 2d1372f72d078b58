import type Stripe from 'stripe';
import { notInSandbox, referenceMissing } from '../api-error.ts';
import { type Handler, nowSeconds } from '../context.ts';
import { newId } from '../ids.ts';
import { findLiveCustomer } from './customers.ts';

/** Creates a link to the hosted page where a customer manages card, invoices and cancellation. */
export const createPortalSession: Handler = (context, params) => {
  params.rejectUnsupported(['after_expiration', 'customer_account', 'flow_data', 'on_behalf_of']);
  const configuration = params.text('configuration');
  const id = params.requiredText('customer');
  const returnUrl = params.url('return_url') ?? null;
  const locale = params.text('locale', 10) ?? null;
  params.rejectUnread();
  if (configuration !== undefined) throw notInSandbox('configuration');
  if (!findLiveCustomer(context, id)) throw referenceMissing('customer', id, 'customer');
  const sessionId = newId.portalSession();
  const session: Stripe.BillingPortal.Session = {
    id: sessionId,
    object: 'billing_portal.session',
    configuration: 'bpc_sandbox',
    created: nowSeconds(context),
    customer: id,
    customer_account: null,
    flow: null,
    livemode: false,
    locale,
    on_behalf_of: null,
    return_url: returnUrl,
    url: `${context.publicUrl()}/p/session/${sessionId}`,
  };
  context.store.put('portalSessions', sessionId, session);
  return session;
};
