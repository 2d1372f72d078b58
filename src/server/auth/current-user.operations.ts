import type { CurrentUser, SignedInUser } from '../../shared/auth/accounts.ts';
import { isCoach } from '../access/coach-access.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notSignedIn } from '../errors.ts';
import { createDataLoader } from '../platform/db/data-loader.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { type AccountFacts, presentCurrentUser } from './auth.present.ts';
import { findAccounts } from './users.queries.ts';

/** Every page calls this, so concurrent requests share a query. */
const accountsById = createDataLoader(
  async (db, ids) => new Map((await findAccounts(db, ids)).map((account) => [account.user.id, account])),
);

/** Returns the logged-in user. @throws DomainError not_signed_in if the account is deleted */
export async function getCurrentUser(deps: Deps, actor: Actor): Promise<CurrentUser> {
  const account = await accountsById(deps.db, actor.userId);
  if (!account) throw notSignedIn();
  const own = presentCurrentUser(account.user, account.facts, deps.now());
  return actor.impersonation ? { ...own, viewingUntil: actor.impersonation.endsAt } : own;
}

/** `getCurrentUser` with the fields that only the browser needs. @throws DomainError not_signed_in */
export async function getSignedInUser(deps: Deps, actor: Actor): Promise<SignedInUser> {
  const [user, coach] = await Promise.all([getCurrentUser(deps, actor), isCoach(deps, actor)]);
  const secondsLeft =
    user.viewingUntil === undefined
      ? undefined
      : Math.ceil((Date.parse(user.viewingUntil) - deps.now().getTime()) / 1_000);
  return { ...user, isCoach: coach, ...(secondsLeft !== undefined && { viewingSecondsLeft: secondsLeft }) };
}

/** Used for a deleted account. */
const noFacts: AccountFacts = { subscriptions: [], grants: [], owned: [], kycSubmitted: false };

/** Returns the account as its owner may see it. */
export async function presentUser(deps: Deps, user: UserRow): Promise<CurrentUser> {
  const account = await accountsById(deps.db, user.id);
  return presentCurrentUser(user, account?.facts ?? noFacts, deps.now());
}
