import { findActiveAdmins } from '../../access/active-admins.ts';
import type { Deps } from '../../deps.ts';
import type { Trx } from '../../platform/db/database.ts';
import { readSettings } from '../../settings/settings.operations.ts';

/** An admin, or the support address, which has no account. */
export type StaffRecipient = { id: string | null; email: string; firstName: string };

/** The recipients of emails to the academy: the support address or, if none is set, every admin who can log in. */
export async function staffRecipients(deps: Pick<Deps, 'config'>, trx: Trx): Promise<StaffRecipient[]> {
  const { supportEmail } = await readSettings(deps, trx);
  if (supportEmail !== '') return [{ id: null, email: supportEmail, firstName: 'team' }];
  return findActiveAdmins(trx);
}
