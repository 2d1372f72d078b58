import { sql } from 'kysely';

/** Whether the account in `users` can log in: not suspended, not about to be deleted, and not deleted. */
export const canLogIn = sql<boolean>`(
  users.suspended_at is null and users.deletion_due_at is null and users.deleted_at is null)`;
