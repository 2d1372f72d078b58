import type { AccountRow } from '../../shared/admin/admin.ts';
import type { AccountState, ListedUser, UserNote, UserPage } from '../../shared/admin/admin-users.ts';
import { accountName } from '../../shared/person-name.ts';
import type { UserRow } from '../platform/db/tables/account-tables.ts';
import { presentAccountRow } from './admin.present.ts';
import type { ApplicationOfUser, DecisionRow, NoteRow } from './user-page.queries.ts';

function accountState(user: UserRow): AccountState {
  if (user.suspended_at !== null) return 'suspended';
  return user.deletion_due_at === null ? 'active' : 'leaving';
}

export function presentListedUser(
  user: UserRow & Pick<ListedUser, 'kycSubmitted' | 'kycAsked'>,
  plan: Pick<AccountRow, 'subscriptionPlan' | 'customPlanAmount'>,
  tags: string[],
): ListedUser {
  return {
    ...presentAccountRow(user, plan),
    accountState: accountState(user),
    kycAsked: user.kycAsked,
    emailVerified: user.email_verified_at !== null,
    lastSeenAt: user.last_seen_at,
    netCents: user.net_cents,
    tags,
  };
}

/**
 * Date of birth, phone number and postal address are those of the newest application. Fields that are empty in the
 * application are taken from the user's row.
 */
export function presentAccount(
  user: UserRow,
  listed: ListedUser,
  application: ApplicationOfUser | undefined,
  loginSessions: number,
): UserPage['account'] {
  return {
    ...listed,
    updatedAt: user.updated_at,
    twoFactorEnabled: user.two_factor_enabled_at !== null,
    suspendedAt: user.suspended_at,
    deletionDueAt: user.deletion_due_at,
    stripeCustomerId: user.stripe_customer_id,
    timeZone: user.time_zone,
    sessions: loginSessions,
    dateOfBirth: application?.date_of_birth ?? user.date_of_birth,
    phoneNumber: application?.phone_number ?? user.phone_number,
    address: application?.address ?? user.address,
    city: application?.city ?? user.city,
    state: application?.state ?? user.state,
    country: application?.country ?? user.country,
    postalCode: application?.postal_code ?? user.postal_code,
  };
}

export function presentApplication(
  row: ApplicationOfUser,
  decisions: readonly DecisionRow[],
): UserPage['applications'][number] {
  return {
    id: row.id,
    status: row.status,
    submittedAt: row.created_at,
    adminNotes: row.admin_notes,
    supersededAt: row.superseded_at,
    requestedItems: row.requested_items,
    decisions: decisions
      .filter((decision) => decision.application_id === row.id)
      .map((decision) => ({
        id: decision.id,
        isUndone: decision.kind === 'undo',
        status: decision.to_status,
        reasonCode: decision.reason_code,
        byName: decision.email === null || decision.deleted_at !== null ? null : accountName(decision),
        at: decision.created_at,
      })),
  };
}

export function presentNote(row: NoteRow): UserNote {
  return { id: row.id, text: row.text, authorName: accountName(row), createdAt: row.created_at };
}
