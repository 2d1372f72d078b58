import type Stripe from 'stripe';
import { StripeApiError } from './api-error.ts';
import { type Handler, nowSeconds, retrieve } from './context.ts';
import { newId } from './ids.ts';
import { list, listPage } from './list-page.ts';
import { resource } from './records.ts';
import {
  createCheckoutSession,
  expireCheckoutSession,
  listCheckoutSessions,
  retrieveCheckoutSession,
} from './resources/checkout-sessions.ts';
import {
  createBalanceTransaction,
  createCustomer,
  deleteCustomer,
  findCustomer,
  listBalanceTransactions,
  listCustomers,
  updateCustomer,
} from './resources/customers.ts';
import { updateDispute } from './resources/disputes.ts';
import { createFile } from './resources/files.ts';
import { attachPaymentMethod } from './resources/payment-methods.ts';
import { createPrice, createProduct, listPrices, updatePrice, updateProduct } from './resources/prices.ts';
import {
  createCoupon,
  createPromotionCode,
  listPromotionCodes,
  updatePromotionCode,
} from './resources/promotions.ts';
import { createRefund } from './resources/refunds.ts';
import { createSchedule, releaseScheduleNow, updateSchedule } from './resources/subscription-schedules.ts';
import {
  cancelSubscription,
  createPreview,
  createSubscription,
  listInvoices,
  listSubscriptions,
  payInvoice,
  retrieveSubscription,
  updateSubscription,
  voidInvoice,
} from './resources/subscriptions.ts';

const listEvents: Handler = ({ store }, params) => {
  const types = params.texts('types');
  const matching = store.values('events').filter(({ type }) => types.length === 0 || types.includes(type));
  return listPage(matching, params);
};

/** Creates a link to the hosted page where a customer replaces the card and sees the invoices. */
const createPortalSession: Handler = (context, params) => {
  const { id: customer } = findCustomer(context, params.requiredText('customer'), 'customer');
  const return_url = params.url('return_url') ?? null;
  params.rejectUnread();
  const id = newId.portalSession();
  const session = resource<Stripe.BillingPortal.Session>({
    id,
    object: 'billing_portal.session',
    created: nowSeconds(context),
    customer,
    livemode: false,
    return_url,
    url: `${context.publicUrl()}/p/session/${id}`,
  });
  context.store.put('portalSessions', id, session);
  return session;
};

/** Every endpoint of the sandbox's API. The handler receives each `{id}`. */
const routes: Record<string, Handler> = {
  'POST /v1/checkout/sessions': createCheckoutSession,
  'GET /v1/checkout/sessions': listCheckoutSessions,
  'GET /v1/checkout/sessions/{id}': retrieveCheckoutSession,
  'POST /v1/checkout/sessions/{id}/expire': expireCheckoutSession,
  'POST /v1/customers': createCustomer,
  'GET /v1/customers': listCustomers,
  'GET /v1/customers/{id}': retrieve('customers'),
  'POST /v1/customers/{id}': updateCustomer,
  'DELETE /v1/customers/{id}': deleteCustomer,
  'GET /v1/customers/{id}/balance_transactions': listBalanceTransactions,
  'POST /v1/customers/{id}/balance_transactions': createBalanceTransaction,
  'GET /v1/payment_intents/{id}': retrieve('paymentIntents'),
  'GET /v1/charges': list('charges'),
  'GET /v1/charges/{id}': retrieve('charges'),
  'GET /v1/events': listEvents,
  'POST /v1/coupons': createCoupon,
  'POST /v1/promotion_codes': createPromotionCode,
  'GET /v1/promotion_codes': listPromotionCodes,
  'POST /v1/promotion_codes/{id}': updatePromotionCode,
  'POST /v1/products': createProduct,
  'POST /v1/products/{id}': updateProduct,
  'POST /v1/prices': createPrice,
  'GET /v1/prices': listPrices,
  'GET /v1/prices/{id}': retrieve('prices'),
  'POST /v1/prices/{id}': updatePrice,
  'GET /v1/payment_methods': list('paymentMethods', ['customer']),
  'POST /v1/payment_methods/{id}/attach': attachPaymentMethod,
  'POST /v1/subscriptions': createSubscription,
  'GET /v1/subscriptions': listSubscriptions,
  'GET /v1/subscriptions/{id}': retrieveSubscription,
  'POST /v1/subscriptions/{id}': updateSubscription,
  'DELETE /v1/subscriptions/{id}': cancelSubscription,
  'POST /v1/subscription_schedules': createSchedule,
  'GET /v1/subscription_schedules/{id}': retrieve('schedules'),
  'POST /v1/subscription_schedules/{id}': updateSchedule,
  'POST /v1/subscription_schedules/{id}/release': releaseScheduleNow,
  'POST /v1/invoices/create_preview': createPreview,
  'GET /v1/invoices': listInvoices,
  'GET /v1/invoices/{id}': retrieve('invoices'),
  'POST /v1/invoices/{id}/pay': payInvoice,
  'POST /v1/invoices/{id}/void': voidInvoice,
  'GET /v1/invoice_payments': list('invoicePayments', ['invoice']),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': list('refunds', ['charge', 'payment_intent']),
  'GET /v1/refunds/{id}': retrieve('refunds'),
  'GET /v1/disputes': list('disputes', ['charge', 'payment_intent']),
  'GET /v1/disputes/{id}': retrieve('disputes'),
  'POST /v1/disputes/{id}': updateDispute,
  'POST /v1/files': createFile,
  'GET /v1/radar/early_fraud_warnings': list('earlyFraudWarnings'),
  'GET /v1/radar/early_fraud_warnings/{id}': retrieve('earlyFraudWarnings'),
  'POST /v1/billing_portal/sessions': createPortalSession,
};

const patterns = Object.entries(routes).map(([route, handler]) => ({
  pattern: new RegExp(`^${route.replaceAll('{id}', '([^/]+)')}$`),
  handler,
}));

/** @throws StripeApiError 404 if the sandbox has no endpoint with this method and path */
export function findRoute(method: string, path: string): { handler: Handler; ids: string[] } {
  for (const { pattern, handler } of patterns) {
    const match = pattern.exec(`${method} ${path}`);
    if (match) return { handler, ids: match.slice(1) };
  }
  throw new StripeApiError(404, `Unrecognized request URL (${method}: ${path.slice(0, 200)}).`);
}
