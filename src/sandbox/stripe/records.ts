import type Stripe from 'stripe';

type Part<Value> = Value extends readonly (infer Item)[]
  ? Part<Item>[]
  : Value extends object
    ? { [Key in keyof Value]?: Part<Value[Key]> }
    : Value;

/** A resource with the fields that the academy and the sandbox read; the SDK's types list all of Stripe's fields. */
export function resource<Resource>(fields: Part<Resource>): Resource {
  return fields as Resource;
}

/** Resources as stored: their references are IDs. */
export type WirePrice = Omit<Stripe.Price, 'product'> & { product: string };
export type WireSubscriptionItem = Omit<Stripe.SubscriptionItem, 'price'> & { price: WirePrice };
export type WireSubscription = Omit<
  Stripe.Subscription,
  'items' | 'customer' | 'latest_invoice' | 'default_payment_method' | 'schedule'
> & {
  items: { object: 'list'; data: WireSubscriptionItem[]; has_more: boolean };
  customer: string;
  latest_invoice: string | null;
  default_payment_method: string | null;
  schedule: string | null;
};
export type WireInvoice = Omit<Stripe.Invoice, 'customer'> & { customer: string };
export type WirePromotionCode = Omit<Stripe.PromotionCode, 'promotion'> & {
  promotion: { coupon: string; type: 'coupon' };
};

export type SubscriptionRecord = {
  subscription: WireSubscription;
  /** Discount on the price of the current period, in cents; absent = none. */
  periodDiscount?: number;
  /**
   * Whether `customer.subscription.created` has yet to be emitted. Until then, changes emit no
   * `customer.subscription.updated`. Absent in records of earlier versions, whose events were emitted.
   */
  isCreatedEventPending?: boolean;
};

export type Payer = { email: string | null; name: string | null };

export type SessionRecord = {
  session: Stripe.Checkout.Session;
  /** The name of the product. */
  title: string;
  /** The price of the subscription; absent in mode `payment`. */
  priceId?: string;
  /** Metadata of the payment intent or the subscription. */
  metadata: Record<string, string>;
  /** The intent of the payment attempts; the session object includes it only in mode `payment`. */
  intentId?: string;
  /** Set while the buyer's bank authenticates the payment. Of a card, only the last four digits are stored. */
  authenticating: { last4: string; payer: Payer } | null;
  /** Why the last attempt was declined, and who tried to pay. */
  declined?: { message: string; payer: Payer };
};

/** The object of each event type. */
export type EventObjects = {
  'checkout.session.completed': Stripe.Checkout.Session;
  'checkout.session.expired': Stripe.Checkout.Session;
  'checkout.session.async_payment_succeeded': Stripe.Checkout.Session;
  'checkout.session.async_payment_failed': Stripe.Checkout.Session;
  'payment_intent.created': Stripe.PaymentIntent;
  'payment_intent.requires_action': Stripe.PaymentIntent;
  'payment_intent.processing': Stripe.PaymentIntent;
  'payment_intent.succeeded': Stripe.PaymentIntent;
  'payment_intent.payment_failed': Stripe.PaymentIntent;
  'payment_intent.canceled': Stripe.PaymentIntent;
  'charge.succeeded': Stripe.Charge;
  'charge.pending': Stripe.Charge;
  'charge.failed': Stripe.Charge;
  'customer.created': Stripe.Customer;
  'customer.updated': Stripe.Customer;
  'customer.deleted': Stripe.Customer;
  'customer.subscription.created': WireSubscription;
  'customer.subscription.updated': WireSubscription;
  'customer.subscription.deleted': WireSubscription;
  'payment_method.attached': Stripe.PaymentMethod;
  'invoice.created': WireInvoice;
  'invoice.finalized': WireInvoice;
  'invoice.paid': WireInvoice;
  'invoice.payment_succeeded': WireInvoice;
  'invoice.payment_failed': WireInvoice;
  'invoice.payment_action_required': WireInvoice;
  'invoice.voided': WireInvoice;
  'invoice_payment.paid': Stripe.InvoicePayment;
  'charge.refunded': Stripe.Charge;
  'charge.updated': Stripe.Charge;
  'charge.refund.updated': Stripe.Refund;
  'refund.created': Stripe.Refund;
  'refund.updated': Stripe.Refund;
  'refund.failed': Stripe.Refund;
  'charge.dispute.created': Stripe.Dispute;
  'charge.dispute.updated': Stripe.Dispute;
  'charge.dispute.closed': Stripe.Dispute;
  'charge.dispute.funds_withdrawn': Stripe.Dispute;
  'charge.dispute.funds_reinstated': Stripe.Dispute;
  'radar.early_fraud_warning.created': Stripe.Radar.EarlyFraudWarning;
  'subscription_schedule.created': Stripe.SubscriptionSchedule;
  'subscription_schedule.updated': Stripe.SubscriptionSchedule;
  'subscription_schedule.released': Stripe.SubscriptionSchedule;
  'subscription_schedule.canceled': Stripe.SubscriptionSchedule;
};

/** An event as stored and delivered. The academy reads it as the SDK's type `Stripe.Event`. */
export type StripeEventObject = Stripe.EventBase & {
  type: keyof EventObjects;
  data: { object: EventObjects[keyof EventObjects] };
};

/** The delivery of an event to the webhook. */
export type DeliveryRecord = {
  eventId: string;
  state: 'pending' | 'delivered' | 'abandoned';
  attempts: number;
  /** When the next attempt is due, in ms. */
  dueAt: number;
};

/** The saved response for an Idempotency-Key. */
export type IdempotencyRecord = {
  key: string;
  endpoint: string;
  paramsHash: string;
  status: number;
  body: string;
  requestId: string;
  /** In ms. */
  createdAt: number;
};

export type Tables = {
  sessions: SessionRecord;
  paymentIntents: Stripe.PaymentIntent;
  charges: Stripe.Charge;
  customers: Stripe.Customer | Stripe.DeletedCustomer;
  products: Stripe.Product;
  prices: WirePrice;
  events: StripeEventObject;
  deliveries: DeliveryRecord;
  idempotencyKeys: IdempotencyRecord;
  paymentMethods: Stripe.PaymentMethod;
  subscriptions: SubscriptionRecord;
  invoices: WireInvoice;
  invoicePayments: Stripe.InvoicePayment;
  refunds: Stripe.Refund;
  disputes: Stripe.Dispute;
  files: Stripe.File;
  earlyFraudWarnings: Stripe.Radar.EarlyFraudWarning;
  schedules: Stripe.SubscriptionSchedule;
  portalSessions: Stripe.BillingPortal.Session;
  coupons: Stripe.Coupon;
  promotionCodes: WirePromotionCode;
  balanceTransactions: Stripe.CustomerBalanceTransaction;
  /** One record, `billing`: how far the billing clock is ahead of the real clock. */
  clocks: { offsetMs: number };
};
