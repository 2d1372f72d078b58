import { DomainError } from '../errors.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';

/** @throws DomainError conflict for an account that is scheduled for deletion: such an account is granted nothing */
export function rejectLeaving({ deletion_due_at: dueAt }: Pick<UserRow, 'deletion_due_at'>): void {
  if (dueAt === null) return;
  throw new DomainError(
    'conflict',
    'This account is scheduled for deletion. Cancel the deletion before you give this user anything.',
  );
}
