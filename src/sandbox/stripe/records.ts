import type Stripe from 'stripe';

/** Stripe's objects as they travel: the SDK turns decimal strings into its Decimal class on arrival. */
export type WirePrice = Omit<Stripe.Price, 'unit_amount_decimal'> & { unit_amount_decimal: string | null };
export type WireLineItem = Omit<Stripe.LineItem, 'price'> & { price: WirePrice };

/** What is kept of a card: never the number nor the code. */
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
  /** Set while the buyer's bank is asked to authenticate. */
  authenticating: { card: CardSummary; payer: Payer } | null;
};

/** The objects that events carry, by event type. */
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
};
export type SandboxEventType = keyof EventObjects;

/** An event as stored and delivered; `Stripe.Event` narrows it by type on the receiving side. */
export type StripeEventObject = Stripe.EventBase & {
  type: SandboxEventType;
  data: { object: EventObjects[SandboxEventType]; previous_attributes?: Record<string, unknown> };
};

/** One copy of an event on its way to the webhook. */
export type DeliveryRecord = {
  /** `{eventId}:{copy}`. */
  id: string;
  eventId: string;
  state: 'pending' | 'delivered' | 'abandoned';
  attempts: number;
  /** When the next attempt is due, in ms. */
  dueAt: number;
  /** The last answer's status; 0 = no answer. */
  lastStatus: number | null;
  /** Sent in place of the event (a fault for tests). */
  payload?: StripeEventObject;
};

/** What is answered again for a known Idempotency-Key. */
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
};
