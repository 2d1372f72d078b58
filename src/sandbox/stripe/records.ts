import type Stripe from 'stripe';

/** Stripe's objects in their JSON form: the SDK converts decimal strings to its Decimal class. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string | null };
export type WirePlan = Omit<Stripe.Plan, 'amount_decimal'> & { amount_decimal: string | null };
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** A nested list, as retrieved with its parent. */
export type WireList<Item> = { object: 'list'; data: Item[]; has_more: boolean; url: string };
export type WireSubscriptionItem = Omit<Stripe.SubscriptionItem, 'plan' | 'price'> & {
  plan: WirePlan;
  price: WirePrice;
  quantity: number;
};
type WirePendingUpdate = Omit<Stripe.Subscription.PendingUpdate, 'subscription_items'> & {
  subscription_items: WireSubscriptionItem[];
};
export type WireSubscription = Omit<
  Stripe.Subscription,
  'items' | 'pending_update' | 'customer' | 'latest_invoice' | 'default_payment_method' | 'schedule'
> & {
  items: WireList<WireSubscriptionItem>;
  pending_update: WirePendingUpdate | null;
  customer: string;
  latest_invoice: string | null;
  default_payment_method: string | null;
  schedule: string | null;
};
export type WireInvoiceLine = Omit<Stripe.InvoiceLineItem, 'pricing' | 'quantity_decimal'> & {
  pricing: Omit<Stripe.InvoiceLineItem.Pricing, 'unit_amount_decimal'> & { unit_amount_decimal: string };
  quantity_decimal: string | null;
};
export type WireInvoice = Omit<Stripe.Invoice, 'lines' | 'customer' | 'payments'> & {
  lines: WireList<WireInvoiceLine>;
  customer: string;
};

export type WirePromotionCode = Omit<Stripe.PromotionCode, 'promotion'> & {
  promotion: { coupon: string; type: 'coupon' };
};

export type SubscriptionRecord = {
  subscription: WireSubscription;
  /** Discount on the price of the current period, in cents; absent = none. */
  periodDiscount?: number;
  /** Proration lines for the next invoice. */
  pendingLines: WireInvoiceLine[];
  /** Whether `customer.subscription.created` was sent. Earlier changes send no events. */
  isAnnounced: boolean;
};

/** The stored part of a card: neither the number nor the security code. */
export type CardSummary = { brand: string; last4: string; expMonth: number; expYear: number };

export type Payer = { email: string | null; name: string | null };

export type PaymentIntentData = {
  description: string | null;
  metadata: Record<string, string>;
  receiptEmail: string | null;
  statementDescriptorSuffix: string | null;
};

export type SessionRecord = {
  session: Stripe.Checkout.Session;
  lineItems: WireLineItem[];
  paymentIntentData: PaymentIntentData;
  /** For mode `subscription`, whose sessions do not include their intent. */
  intentId?: string;
  subscriptionData?: { description: string | null; metadata: Record<string, string> };
  /** Set while the buyer's bank authenticates the payment. */
  authenticating: { card: CardSummary; payer: Payer } | null;
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
  'customer.subscription.pending_update_applied': WireSubscription;
  'customer.subscription.pending_update_expired': WireSubscription;
  'payment_method.attached': Stripe.PaymentMethod;
  'payment_method.detached': Stripe.PaymentMethod;
  'invoice.created': WireInvoice;
  'invoice.finalized': WireInvoice;
  'invoice.updated': WireInvoice;
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
  'subscription_schedule.completed': Stripe.SubscriptionSchedule;
};
export type SandboxEventType = keyof EventObjects;

/** An event as stored and delivered. The receiver's `Stripe.Event` narrows it by type. */
export type StripeEventObject = Stripe.EventBase & {
  type: SandboxEventType;
  data: { object: EventObjects[SandboxEventType]; previous_attributes?: Record<string, unknown> };
};

/** One copy of an event to be delivered to the webhook. */
export type DeliveryRecord = {
  /** `{eventId}:{copy}`. */
  id: string;
  eventId: string;
  state: 'pending' | 'delivered' | 'abandoned';
  attempts: number;
  /** When the next attempt is due, in ms. */
  dueAt: number;
  /** Status of the last response; 0 = no response. */
  lastStatus: number | null;
  /** Sent instead of the event (a fault for tests). */
  payload?: StripeEventObject;
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
  earlyFraudWarnings: Stripe.Radar.EarlyFraudWarning;
  schedules: Stripe.SubscriptionSchedule;
  portalSessions: Stripe.BillingPortal.Session;
  coupons: Stripe.Coupon | Stripe.DeletedCoupon;
  promotionCodes: WirePromotionCode;
  discounts: Stripe.Discount;
  /** One record, `billing`: how far the billing clock is ahead. */
  clocks: { offsetMs: number };
};
