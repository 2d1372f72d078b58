import { TRPCError } from '@trpc/server';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import Stripe from 'stripe';
import type { StripeEventObject } from '../../../sandbox/stripe/records.ts';
import { type StripeSandbox, startStripeSandbox } from '../../../sandbox/stripe/sandbox.ts';
import type { PaidPlan } from '../../../shared/payments/billing.ts';
import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import type { AdminActor } from '../../actor.ts';
import { DomainError } from '../../errors.ts';
import { reconcilePurchases } from '../reconciliation/checkouts.operations.ts';
import { reconcileRefunds } from '../reconciliation/refund-recovery.operations.ts';
import { reconcileSubscriptions } from '../reconciliation/subscriptions.operations.ts';
import { storeSeenUntil } from '../stripe/event-pulls.queries.ts';
import { createAdmin, createTestProduct, sign } from './purchases.ts';

export const minute = 60_000;
export const day = 24 * 60 * minute;

/** A fault during one step. */
export type Fault =
  /** The process crashes before its n-th database query, counted from 0. */
  | { kind: 'crash'; atQuery: number }
  /**
   * Every call to Stripe fails from the n-th on, counted from 0: Stripe returns 500 before (`refused`) or after
   * (`done_but_500`) it executes the call, or the response is lost (`response_lost`).
   */
  | { kind: 'outage'; fromCall: number; how: 'refused' | 'done_but_500' | 'response_lost' };

/** Error codes that a step may end with, with or without a fault. */
const expectedErrors: readonly string[] = ['already_owned', 'conflict', 'price_changed', 'payment_declined'];

/** Thrown by every database query of a server that has crashed, and by the delivery of an event to that server. */
class Crashed extends Error {}

/** One academy for all runs. Each run gets a new Stripe sandbox, new users and an empty ledger. */
export type MoneyStage = { open(): Promise<MoneyWorld>; products: readonly AdminProduct[] };

export type MoneyWorld = {
  app: TestApp;
  sandbox: StripeSandbox;
  buyer: TestUser;
  otherUser: TestUser;
  admin: AdminActor;
  products: readonly AdminProduct[];
  now(): number;
  /** Advances the clock of the academy and of Stripe, without delivering events. */
  pass(ms: number): Promise<void>;
  /** Undelivered events, oldest first. */
  undelivered(): StripeEventObject[];
  lose(eventId: string): void;
  /** Sends concurrent signed copies of an event to the webhook. The event is delivered if all are accepted. */
  deliver(event: StripeEventObject, copies: number): Promise<void>;
  reconcile(): Promise<void>;
  /** Advances the clock. If the last reconciliation would then be more than 28 days ago, reconciles first. */
  wait(ms: number): Promise<void>;
  /** Runs a step with a fault. Returns undefined for errors that are expected or due to a fault; throws all others. */
  attempt<Result>(fault: Fault | undefined, work: () => Promise<Result>): Promise<Result | undefined>;
  close(): Promise<void>;
};

/** Clears what would affect the next run. */
const resetTables = `delete from billing_payments; delete from purchases; delete from subscriptions;
  delete from subscription_checkouts; delete from stripe_events; delete from stripe_event_pulls;
  delete from mail_messages; delete from pgboss.job;
  update plans set stripe_price_id = null, stripe_price_cents = null`;

/** Stripe stores events for 30 days, so a server that is down for longer misses some. */
const maxDowntime = 28 * day;

export async function createMoneyStage(app: TestApp): Promise<MoneyStage> {
  const state: { fault?: Fault | undefined; queries: number; calls: number; hasCrashed: boolean } = {
    queries: 0,
    calls: 0,
    hasCrashed: false,
  };
  const crashPlugin: KyselyPlugin = {
    transformQuery({ node }): RootOperationNode {
      if (state.fault?.kind === 'crash') {
        if (state.queries === state.fault.atQuery) state.hasCrashed = true;
        state.queries += 1;
        if (state.hasCrashed) throw new Crashed('the process crashed here');
      }
      return node;
    },
    async transformResult({ result }) {
      return result;
    },
  };
  app.deps.db = app.deps.db.withPlugin(crashPlugin);
  const admin = await createAdmin(app);
  const products = [
    await createTestProduct(app, admin, { productNumber: 1, price: 1999 }),
    await createTestProduct(app, admin, { productNumber: 3, price: 4550, type: 'session' }),
  ];
  const resetPrices = products.map(
    ({ id, price }) => `update products set price_cents = ${price} where id = ${id}`,
  );
  let runs = 0;

  async function open(): Promise<MoneyWorld> {
    await app.deps.pool.query(`${resetTables}; ${resetPrices.join('; ')}`);
    runs += 1;
    // One clock for the academy and the sandbox, in whole seconds like Stripe's timestamps.
    let time = Math.floor(Date.now() / 1000) * 1000;
    app.clock.set(new Date(time));
    // The job that lists Stripe's events begins with those created from now on.
    await storeSeenUntil(app.deps.db, 'events', new Date(time));
    let reconciledAt = time;
    const sandbox = await startStripeSandbox({ now: () => time });
    // The official SDK, without retries.
    const stripe = new Stripe('sk_test_sandbox', {
      host: '127.0.0.1',
      port: sandbox.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      timeout: 5_000,
      telemetry: false,
    });
    app.deps.stripe = stripe;
    sandbox.faults.onRequest = () => {
      const { fault } = state;
      // Requests of a crashed process do not arrive.
      if (state.hasCrashed) return { kind: 'reset', when: 'before' };
      if (fault?.kind !== 'outage') return undefined;
      state.calls += 1;
      if (state.calls <= fault.fromCall) return undefined;
      if (fault.how === 'response_lost') return { kind: 'reset', when: 'after' };
      return { kind: 'status', status: 500, when: fault.how === 'refused' ? 'before' : 'after' };
    };
    const arrived = new Set<string>();
    let hadOutage = false;

    async function pass(ms: number): Promise<void> {
      time += ms;
      app.clock.set(new Date(time));
      await sandbox.settled();
    }

    async function attempt<Result>(fault: Fault | undefined, work: () => Promise<Result>) {
      Object.assign(state, { fault, queries: 0, calls: 0, hasCrashed: false });
      try {
        return await work();
      } catch (error) {
        const code = codeOf(error);
        const isRejected = code !== undefined && expectedErrors.includes(code);
        const isOutage = code === 'payments_unavailable' && (hadOutage || fault?.kind === 'outage');
        const isEnded = state.hasCrashed && fault?.kind === 'crash';
        if (!isRejected && !isOutage && !isEnded) throw error;
        return undefined;
      } finally {
        hadOutage ||= fault?.kind === 'outage';
        Object.assign(state, { fault: undefined, hasCrashed: false });
        // The next step starts after the server has restarted and its locks have expired.
        if (fault) await pass(3 * minute);
      }
    }

    async function deliver(event: StripeEventObject, copies: number): Promise<void> {
      const payload = JSON.stringify(event);
      const headers = { 'content-type': 'application/json', 'stripe-signature': sign(app, payload) };
      const request = { method: 'POST', url: '/api/stripe/webhook', headers, payload } as const;
      const responses = await allOf(Array.from({ length: copies }, async () => app.app.inject(request)));
      const failed = responses.find(({ statusCode }) => statusCode !== 200);
      if (!failed) {
        arrived.add(event.id);
        return;
      }
      if (state.hasCrashed) throw new Crashed('the server crashed during the webhook');
      if (failed.statusCode === 503) throw new DomainError('payments_unavailable', failed.body);
      if (state.fault?.kind === 'outage') return;
      throw new Error(`the webhook returned ${failed.statusCode} to ${event.type}: ${failed.body}`);
    }

    async function reconcile(): Promise<void> {
      await reconcilePurchases(app.deps);
      await reconcileSubscriptions(app.deps);
      await reconcileRefunds(app.deps);
      reconciledAt = time;
    }

    async function wait(ms: number): Promise<void> {
      if (time + ms - reconciledAt > maxDowntime) await reconcile();
      await pass(ms);
    }

    const person = (name: string) => app.createUser({ email: `${name}-${runs}@model.test` });
    return {
      app,
      sandbox,
      buyer: await person('buyer'),
      otherUser: await person('other-user'),
      admin,
      products,
      now: () => time,
      pass,
      undelivered: () => sandbox.events().filter(({ id }) => !arrived.has(id)),
      lose: (eventId) => void arrived.add(eventId),
      deliver,
      attempt,
      reconcile,
      wait,
      close: () => sandbox.close(),
    };
  }

  return { open, products };
}

/** Like `Promise.all`, but waits for all even if one fails, because pending statements still take effect. */
export async function allOf<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof DomainError) return error.code;
  return error instanceof TRPCError && error.cause instanceof DomainError ? error.cause.code : undefined;
}

/** The plan of a subscription's current price at Stripe. */
export function planAtStripe(world: MoneyWorld, subscriptionId: string): PaidPlan | undefined {
  const subscription = world.sandbox.subscriptions().find(({ id }) => id === subscriptionId);
  const plan = subscription?.items.data[0]?.price.metadata.plan;
  return plan === 'silver' || plan === 'gold' || plan === 'diamond' ? plan : undefined;
}
