import type { AccountView, AccountViewForAdmin } from '../../../shared/admin/impersonation.ts';
import type { AccountViewRow } from './impersonation.queries.ts';

/** For the owner of the account: not who, and not what was noted about them. */
export function presentView(row: AccountViewRow): AccountView {
  return { id: row.id, startedAt: row.started_at, endedAt: row.ended_at ?? row.ends_at };
}

export function presentViewForAdmin(row: AccountViewRow): AccountViewForAdmin {
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
  return { ...presentView(row), adminName: name === '' ? 'Deleted user' : name, reason: row.reason };
}
