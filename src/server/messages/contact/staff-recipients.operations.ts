import { findActiveAdmins } from '../../access/active-admins.ts';
import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readSettings } from '../../settings/settings.operations.ts';

/** Somebody of the academy; the one behind the support address has no account that we know. */
export type StaffRecipient = { id: string | null; email: string; firstName: string };

/** Who reads what the academy is told: the support address of the settings, or the admins while there is none. */
export async function staffRecipients(deps: Pick<Deps, 'config'>, trx: Trx): Promise<StaffRecipient[]> {
  const { supportEmail } = await readSettings(deps, trx);
  if (supportEmail !== '') return [{ id: null, email: supportEmail, firstName: 'team' }];
  return findActiveAdmins(trx);
}
