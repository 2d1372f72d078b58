import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';

/**
 * What stands on everything that this academy has paid for at Stripe, so that what other shops on the same account sell
 * stays theirs. It comes from the database's own hash key, and so outlives backups, addresses and rotated keys.
 */
export function academyMark(deps: Pick<Deps, 'sealing'>): string {
  return deps.sealing.keyedHash('academy at Stripe', 'mark').slice(0, 32);
}

export function isOurs(deps: Pick<Deps, 'sealing'>, metadata: Stripe.Metadata | null): boolean {
  return metadata?.academy === academyMark(deps);
}
