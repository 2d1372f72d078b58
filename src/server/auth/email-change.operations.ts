import { randomUUID } from 'node:crypto';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { redirectReplies } from '../messages/contact/contact.operations.ts';
import { queueEmail, type Recipient, redirectEmails } from '../messages/email/email.operations.ts';
import { emailReplacedEmail } from '../messages/email/templates/account.ts';
import type { Trx } from '../platform/db/database.ts';
import { deleteTokensOfUser } from './account-tokens.queries.ts';
import { replaceEmail } from './accounts.queries.ts';
import { sendVerification } from './email-verification.operations.ts';
import { endEverySession } from './signed-in-devices.operations.ts';
import { findUserByEmail } from './users.queries.ts';

/**
 * Changes the email address of an account, in the caller's transaction. Links sent to the previous address stop
 * working, every session ends, the previous address is notified, and the new one gets a link to verify it. The new one
 * also gets the emails that were not sent yet, failed ones when an admin sends them again, and replies to messages.
 * @param account - as it was before the change
 * @throws DomainError invalid_input with the field `email` if another account has the address
 */
export async function changeEmail(deps: Deps, trx: Trx, account: Recipient, email: string): Promise<void> {
  const holder = await findUserByEmail(trx, email);
  if (holder && holder.id !== account.id) {
    throw new DomainError('invalid_input', 'Please check the email address', {
      fields: { email: 'Another account has this email address' },
    });
  }
  const now = deps.now();
  await replaceEmail(trx, account.id, email, now);
  for (const purpose of ['verify_email', 'reset_password'] as const) {
    await deleteTokensOfUser(trx, account.id, purpose);
  }
  await endEverySession(trx, account.id);
  await redirectEmails(trx, account, email);
  await redirectReplies(trx, account, email);
  await queueEmail(deps, trx, emailReplacedEmail(account, randomUUID(), now, `${deps.appUrl()}/#contact`));
  await sendVerification(deps, trx, { ...account, email });
}
