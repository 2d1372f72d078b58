import type Stripe from 'stripe';
import type { Deps } from '../../deps.ts';

/**
 * The mark in the metadata of this academy's objects at Stripe. Sales of other shops on the same account do not have
 * the mark, and are left alone. The mark is derived from the database's hash key, so it survives restores, new URLs and
 * rotated keys.
 */
export function academyMark(deps: Pick<Deps, 'sealing'>): string {
  return deps.sealing.keyedHash('academy at Stripe', 'mark').slice(0, 32);
}

export function isOurs(deps: Pick<Deps, 'sealing'>, metadata: Stripe.Metadata | null): boolean {
  return metadata?.academy === academyMark(deps);
}
