import type { Tables } from './records.ts';
import type { Store } from './store.ts';

/** How an ID is resolved: to a table's object, to an object built from several records, or always to null. */
export type Source = keyof Tables | ((store: Store, id: string, ownerId: string) => object) | 'always_null';

const maxInner = 10;

function innerList<Item>(data: readonly Item[], url: string): object {
  return { object: 'list', data: data.slice(0, maxInner), has_more: data.length > maxInner, url };
}

const subscription: Source = (store, id) => store.get('subscriptions', id)?.subscription ?? {};

/**
 * The expandable fields of each object type, by path within the object. `always_null` marks parts of Stripe that the
 * sandbox does not have.
 */
export const expandable: Record<string, Record<string, Source>> = {
  'checkout.session': {
    payment_intent: 'paymentIntents',
    customer: 'customers',
    line_items: (store, _id, owner) =>
      innerList(store.get('sessions', owner)?.lineItems ?? [], `/v1/checkout/sessions/${owner}/line_items`),
    invoice: 'invoices',
    setup_intent: 'always_null',
    subscription,
    'discounts.promotion_code': 'promotionCodes',
    'discounts.coupon': 'coupons',
  },
  payment_intent: {
    latest_charge: 'charges',
    customer: 'customers',
    payment_method: 'paymentMethods',
    review: 'always_null',
  },
  charge: {
    payment_intent: 'paymentIntents',
    customer: 'customers',
    balance_transaction: 'always_null',
    refunds: (store, _id, owner) =>
      innerList(
        store
          .values('refunds')
          .filter(({ charge }) => charge === owner)
          .reverse(),
        `/v1/charges/${owner}/refunds`,
      ),
  },
  customer: {
    'invoice_settings.default_payment_method': 'paymentMethods',
    default_source: 'always_null',
    subscriptions: (store, _id, owner) =>
      innerList(
        store
          .values('subscriptions')
          .map((record) => record.subscription)
          .filter(({ customer, status }) => customer === owner && status !== 'canceled')
          .reverse(),
        `/v1/customers/${owner}/subscriptions`,
      ),
  },
  subscription: {
    customer: 'customers',
    default_payment_method: 'paymentMethods',
    latest_invoice: 'invoices',
    schedule: 'schedules',
    pending_setup_intent: 'always_null',
  },
  invoice: {
    customer: 'customers',
    default_payment_method: 'paymentMethods',
    'parent.subscription_details.subscription': subscription,
    payments: (store, _id, owner) =>
      innerList(
        store.values('invoicePayments').filter(({ invoice }) => invoice === owner),
        `/v1/invoice_payments?invoice=${owner}`,
      ),
    confirmation_secret: 'always_null',
    discounts: 'discounts',
    'total_discount_amounts.discount': 'discounts',
  },
  invoice_payment: { invoice: 'invoices', 'payment.payment_intent': 'paymentIntents' },
  line_item: {
    'discount_amounts.discount': 'discounts',
    'pricing.price_details.price': 'prices',
    subscription,
  },
  payment_method: { customer: 'customers' },
  refund: { charge: 'charges', payment_intent: 'paymentIntents', balance_transaction: 'always_null' },
  dispute: { charge: 'charges', payment_intent: 'paymentIntents' },
  'radar.early_fraud_warning': { charge: 'charges', payment_intent: 'paymentIntents' },
  subscription_schedule: { customer: 'customers', subscription },
  promotion_code: { 'promotion.coupon': 'coupons' },
  discount: { customer: 'customers', promotion_code: 'promotionCodes', 'source.coupon': 'coupons' },
  price: { product: 'products' },
  plan: { product: 'products' },
};
