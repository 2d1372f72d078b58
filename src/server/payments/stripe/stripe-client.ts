import { createRequire } from 'node:module';
import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';
import { tracedStripeClient } from '../../platform/traced-calls.ts';
import { budgetedStripeClient } from './time-budget.ts';

type StripeAccess = { secretKey: string; apiUrl: string | undefined };

/**
 * Creates a Stripe client with limited time and retries. The SDK is loaded here instead of at startup, because loading
 * it takes a tenth of the startup time and 20 MB.
 */
export function createStripe({ secretKey, apiUrl }: StripeAccess): Stripe {
  const load = createRequire(import.meta.url);
  const StripeLibrary: typeof Stripe = load('stripe');
  const api = apiUrl === undefined ? undefined : new URL(apiUrl);
  return new StripeLibrary(secretKey, {
    apiVersion: '2026-10-28.endive',
    timeout: 7_000,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: budgetedStripeClient(tracedStripeClient(StripeLibrary.createNodeHttpClient())),
    ...(api && {
      host: api.hostname,
      port: api.port === '' ? (api.protocol === 'https:' ? 443 : 80) : Number(api.port),
      protocol: api.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  });
}

/** Whether the configured key moves real money. Events and sessions must be of the same mode. */
export function isLiveMode(deps: Pick<Deps, 'config'>): boolean {
  return /^(sk|rk)_live_/.test(deps.config.stripe?.secretKey ?? '');
}
