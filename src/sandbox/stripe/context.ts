import type { SandboxFaults } from './faults.ts';
import type { ParamReader } from './params.ts';
import type { Store } from './store.ts';

/** What every resource works with. */
export type Context = {
  store: Store;
  /** ms */
  now: () => number;
  /** Base of the hosted pages, without a slash at its end. */
  publicUrl: () => string;
  faults: SandboxFaults;
  /** Called with the id of each delivery that a committed transaction has added. */
  schedule: (deliveryId: string) => void;
  /** The API request that causes what happens; null on the hosted page and for timers. */
  request: { id: string; idempotencyKey: string | undefined } | null;
};

export type Handler = (context: Context, params: ParamReader, ids: readonly string[]) => object;

/** Now in whole seconds, as Stripe writes times. */
export function nowSeconds(context: Context): number {
  return Math.floor(context.now() / 1000);
}
