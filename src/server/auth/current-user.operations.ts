import type { CurrentUser, SignedInUser } from '../../shared/auth/accounts.ts';
import { isCoach } from '../access/coach-access.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notSignedIn } from '../errors.ts';
import { createDataLoader } from '../platform/db/data-loader.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { type AccountFacts, presentCurrentUser } from './auth.present.ts';
import { type AccountWithFacts, findAccounts } from './users.queries.ts';

/** Every page requests the current user, so concurrent requests share a query. */
const accountsById = createDataLoader(
  async (db, ids) => new Map((await findAccounts(db, ids)).map((account) => [account.user.id, account])),
);

/** Returns the logged-in user. @throws DomainError not_signed_in if the account is deleted */
export async function getCurrentUser(deps: Deps, actor: Actor): Promise<CurrentUser> {
  return presentOwn(deps, actor, await accountOf(deps, actor));
}

async function accountOf(deps: Deps, actor: Actor): Promise<AccountWithFacts> {
  const account = await accountsById(deps.db, actor.userId);
  if (!account) throw notSignedIn();
  return account;
}

function presentOwn(deps: Deps, actor: Actor, { user, facts }: AccountWithFacts): CurrentUser {
  const own = presentCurrentUser(user, facts, deps.now());
  return actor.impersonation ? { ...own, viewingUntil: actor.impersonation.endsAt } : own;
}

/** `getCurrentUser` with the fields that only the browser needs. @throws DomainError not_signed_in */
export async function getSignedInUser(deps: Deps, actor: Actor): Promise<SignedInUser> {
  const [account, coach] = await Promise.all([accountOf(deps, actor), isCoach(deps, actor)]);
  const user = presentOwn(deps, actor, account);
  const secondsLeft =
    user.viewingUntil === undefined
      ? undefined
      : (Date.parse(user.viewingUntil) - deps.now().getTime()) / 1_000;
  return {
    ...user,
    isCoach: coach,
    isPastDue: account.facts.subscriptions.some(({ pastDueSince }) => pastDueSince !== null),
    timeZone: account.user.time_zone,
    ...(secondsLeft !== undefined && { viewingSecondsLeft: secondsLeft }),
  };
}

/** Used for a deleted account. */
const noFacts: AccountFacts = { subscriptions: [], grants: [], owned: [], kycSubmitted: false };

/** Returns the account as its owner may see it. */
export async function presentUser(deps: Deps, user: UserRow): Promise<CurrentUser> {
  const account = await accountsById(deps.db, user.id);
  return presentCurrentUser(user, account?.facts ?? noFacts, deps.now());
}
