import { StripeApiError } from './api-error.ts';
import type { Handler } from './context.ts';
import { createPortalSession } from './resources/billing-portal-sessions.ts';
import { listCharges, retrieveCharge } from './resources/charges.ts';
import {
  createCheckoutSession,
  expireCheckoutSession,
  listCheckoutLineItems,
  listCheckoutSessions,
  retrieveCheckoutSession,
} from './resources/checkout-sessions.ts';
import { createCoupon, deleteCoupon, retrieveCoupon } from './resources/coupons.ts';
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from './resources/customers.ts';
import { closeDisputeByShop, listDisputes, retrieveDispute, updateDispute } from './resources/disputes.ts';
import { listEarlyFraudWarnings, retrieveEarlyFraudWarning } from './resources/early-fraud-warnings.ts';
import { listEvents, retrieveEvent } from './resources/events.ts';
import {
  createPreview,
  listInvoiceLines,
  listInvoicePayments,
  listInvoices,
  payInvoice,
  retrieveInvoice,
  retrieveInvoicePayment,
} from './resources/invoices.ts';
import { listPaymentIntents, retrievePaymentIntent } from './resources/payment-intents.ts';
import {
  attachPaymentMethod,
  detachPaymentMethod,
  listPaymentMethods,
  retrievePaymentMethod,
} from './resources/payment-methods.ts';
import { createPrice, listPrices, retrievePrice, updatePrice } from './resources/prices.ts';
import { createProduct, listProducts, retrieveProduct, updateProduct } from './resources/products.ts';
import {
  createPromotionCode,
  listPromotionCodes,
  retrievePromotionCode,
  updatePromotionCode,
} from './resources/promotion-codes.ts';
import { createRefund, listRefunds, retrieveRefund, updateRefund } from './resources/refunds.ts';
import {
  cancelSchedule,
  createSchedule,
  listSchedules,
  releaseScheduleNow,
  retrieveSchedule,
  updateSchedule,
} from './resources/subscription-schedules.ts';
import {
  cancelSubscription,
  createSubscription,
  listSubscriptions,
  retrieveSubscription,
  updateSubscription,
} from './resources/subscriptions.ts';

type Route = { method: string; pattern: RegExp; handler: Handler };

function route(method: string, path: string, handler: Handler): Route {
  return { method, pattern: new RegExp(`^${path.replaceAll('{id}', '([^/]+)')}$`), handler };
}

/** Every endpoint of the sandbox's API. The handler receives each `{id}`. */
const routes: readonly Route[] = [
  route('POST', '/v1/checkout/sessions', createCheckoutSession),
  route('GET', '/v1/checkout/sessions', listCheckoutSessions),
  route('GET', '/v1/checkout/sessions/{id}', retrieveCheckoutSession),
  route('POST', '/v1/checkout/sessions/{id}/expire', expireCheckoutSession),
  route('GET', '/v1/checkout/sessions/{id}/line_items', listCheckoutLineItems),
  route('POST', '/v1/customers', createCustomer),
  route('GET', '/v1/customers', listCustomers),
  route('GET', '/v1/customers/{id}', retrieveCustomer),
  route('POST', '/v1/customers/{id}', updateCustomer),
  route('DELETE', '/v1/customers/{id}', deleteCustomer),
  route('GET', '/v1/payment_intents/{id}', retrievePaymentIntent),
  route('GET', '/v1/charges/{id}', retrieveCharge),
  route('GET', '/v1/events', listEvents),
  route('GET', '/v1/events/{id}', retrieveEvent),
  route('POST', '/v1/coupons', createCoupon),
  route('GET', '/v1/coupons/{id}', retrieveCoupon),
  route('DELETE', '/v1/coupons/{id}', deleteCoupon),
  route('POST', '/v1/promotion_codes', createPromotionCode),
  route('GET', '/v1/promotion_codes', listPromotionCodes),
  route('GET', '/v1/promotion_codes/{id}', retrievePromotionCode),
  route('POST', '/v1/promotion_codes/{id}', updatePromotionCode),
  route('POST', '/v1/products', createProduct),
  route('GET', '/v1/products/{id}', retrieveProduct),
  route('POST', '/v1/prices', createPrice),
  route('GET', '/v1/prices/{id}', retrievePrice),
  route('POST', '/v1/prices/{id}', updatePrice),
  route('GET', '/v1/prices', listPrices),
  route('POST', '/v1/products/{id}', updateProduct),
  route('GET', '/v1/products', listProducts),
  route('GET', '/v1/charges', listCharges),
  route('GET', '/v1/payment_intents', listPaymentIntents),
  route('GET', '/v1/payment_methods', listPaymentMethods),
  route('GET', '/v1/payment_methods/{id}', retrievePaymentMethod),
  route('POST', '/v1/payment_methods/{id}/attach', attachPaymentMethod),
  route('POST', '/v1/payment_methods/{id}/detach', detachPaymentMethod),
  route('GET', '/v1/customers/{id}/payment_methods', listPaymentMethods),
  route('POST', '/v1/subscriptions', createSubscription),
  route('GET', '/v1/subscriptions', listSubscriptions),
  route('GET', '/v1/subscriptions/{id}', retrieveSubscription),
  route('POST', '/v1/subscriptions/{id}', updateSubscription),
  route('DELETE', '/v1/subscriptions/{id}', cancelSubscription),
  route('POST', '/v1/subscription_schedules', createSchedule),
  route('GET', '/v1/subscription_schedules', listSchedules),
  route('GET', '/v1/subscription_schedules/{id}', retrieveSchedule),
  route('POST', '/v1/subscription_schedules/{id}', updateSchedule),
  route('POST', '/v1/subscription_schedules/{id}/release', releaseScheduleNow),
  route('POST', '/v1/subscription_schedules/{id}/cancel', cancelSchedule),
  route('POST', '/v1/invoices/create_preview', createPreview),
  route('GET', '/v1/invoices', listInvoices),
  route('GET', '/v1/invoices/{id}', retrieveInvoice),
  route('GET', '/v1/invoices/{id}/lines', listInvoiceLines),
  route('POST', '/v1/invoices/{id}/pay', payInvoice),
  route('GET', '/v1/invoice_payments', listInvoicePayments),
  route('GET', '/v1/invoice_payments/{id}', retrieveInvoicePayment),
  route('POST', '/v1/refunds', createRefund),
  route('GET', '/v1/refunds', listRefunds),
  route('GET', '/v1/refunds/{id}', retrieveRefund),
  route('POST', '/v1/refunds/{id}', updateRefund),
  route('GET', '/v1/disputes', listDisputes),
  route('GET', '/v1/disputes/{id}', retrieveDispute),
  route('POST', '/v1/disputes/{id}', updateDispute),
  route('POST', '/v1/disputes/{id}/close', closeDisputeByShop),
  route('GET', '/v1/radar/early_fraud_warnings', listEarlyFraudWarnings),
  route('GET', '/v1/radar/early_fraud_warnings/{id}', retrieveEarlyFraudWarning),
  route('POST', '/v1/billing_portal/sessions', createPortalSession),
];

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new StripeApiError(400, 'Invalid request: the URL is not encoded correctly.');
  }
}

/** @throws StripeApiError 404 for a path or method that Stripe or the sandbox does not have. */
export function findRoute(method: string, path: string): { handler: Handler; ids: string[] } {
  for (const candidate of routes) {
    const match = candidate.method === method ? candidate.pattern.exec(path) : null;
    if (match) return { handler: candidate.handler, ids: match.slice(1).map(decode) };
  }
  throw new StripeApiError(404, `Unrecognized request URL (${method}: ${path.slice(0, 200)}).`);
}
