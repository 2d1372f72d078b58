import type { AccountView, AccountViewForAdmin } from '../../../shared/admin/impersonation.ts';
import { deletedUser, fullName } from '../../../shared/person-name.ts';
import type { AccountViewRow } from './impersonation.queries.ts';

/** For the owner of the account: not who, and not what was noted about them. */
export function presentView(row: AccountViewRow): AccountView {
  return { id: row.id, startedAt: row.started_at, endedAt: row.ended_at ?? row.ends_at };
}

export function presentViewForAdmin(row: AccountViewRow): AccountViewForAdmin {
  const name = fullName(row.first_name, row.last_name);
  return { ...presentView(row), adminName: name === '' ? deletedUser : name, reason: row.reason };
}
