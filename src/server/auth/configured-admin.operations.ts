import { findActiveAdmins } from '../access/active-admins.ts';
import { makeFirstCoach } from '../access/coach-access.operations.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { ConfiguredAdmin } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { configuredPasswordProblem } from './password-policy.operations.ts';
import { endEverySession } from './signed-in-devices.operations.ts';
import { findUserByEmail, insertUser, lockConfiguredAdmin, makeAdmin } from './users.queries.ts';

/**
 * Ensures at start that an academy without an admin who can log in gets the configured one. Later starts change
 * nothing: otherwise, a former admin would become an admin again, and so would any person who registers with an address
 * that the admin no longer has.
 * @returns what was done, for the log
 * @throws DomainError as `ensureAdmin`
 */
export async function ensureFirstAdmin(
  deps: Parameters<typeof ensureAdmin>[0],
  admin: ConfiguredAdmin,
): Promise<Awaited<ReturnType<typeof ensureAdmin>> | 'not needed'> {
  return (await findActiveAdmins(deps.db)).length > 0 ? 'not needed' : ensureAdmin(deps, admin);
}

/**
 * Ensures that the configured admin exists. An existing account becomes an admin and keeps its password. An account
 * that cannot log in, because it is suspended or about to be deleted, is not changed.
 * @returns what was done, for the log
 * @throws DomainError invalid_input if the password of a new account is too weak
 */
export async function ensureAdmin(
  deps: Pick<Deps, 'config' | 'db' | 'passwords' | 'now'>,
  admin: ConfiguredAdmin,
): Promise<'created' | 'promoted' | 'present' | 'cannot log in'> {
  const known = await findUserByEmail(deps.db, admin.email);
  if (known && !mayLogIn(known)) return 'cannot log in';
  if (known?.role === 'admin') return 'present';
  // An existing account keeps its password, and the next login checks whether the policy accepts it.
  const problem = known ? undefined : await configuredPasswordProblem(deps, admin.password);
  if (problem !== undefined) throw new DomainError('invalid_input', `ADMIN_PASSWORD: ${problem}`);
  const passwordHash = await deps.passwords.hash(admin.password);
  return inTransaction(deps.db, async (trx) => {
    // Several servers with the same configuration may start at the same time.
    await lockConfiguredAdmin(trx, admin.email);
    const found = await findUserByEmail(trx, admin.email);
    if (found && !mayLogIn(found)) return 'cannot log in';
    if (found?.role === 'admin') return 'present';
    const user =
      found ??
      (await insertUser(trx, {
        email: admin.email,
        password_hash: passwordHash,
        first_name: admin.firstName ?? 'Academy',
        last_name: admin.lastName ?? 'Admin',
        created_at: deps.now(),
        updated_at: deps.now(),
      }));
    await makeAdmin(trx, user.id);
    await makeFirstCoach(trx, user, deps.now());
    // Sessions that the user started as a student must not gain admin rights.
    if (found) await endEverySession(trx, user.id);
    await recordAudit(trx, {
      actorId: null,
      action: found ? 'user.promoted_by_configuration' : 'user.admin_created',
      subjectType: 'user',
      subjectId: user.id,
    });
    return found ? 'promoted' : 'created';
  });
}

function mayLogIn(user: UserRow): boolean {
  return user.suspended_at === null && user.deletion_due_at === null;
}
