import type { RegisterInput } from '../../shared/auth/accounts.ts';
import type { RequestMetadata, Uploader } from '../actor.ts';
import { recordEvent } from '../audit/analytics.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { openFirstApplication } from '../kyc/kyc.operations.ts';
import { limitAddress } from '../platform/attempt-limits.ts';
import { inTransaction } from '../platform/db/database.ts';
import { isUniqueViolation } from '../platform/db/errors.ts';
import { prepareDocuments } from '../uploads/uploads.operations.ts';
import { recordRegistrationConsents } from './consents/consents.operations.ts';
import { presentUser } from './current-user.operations.ts';
import { sendVerification } from './email-verification.operations.ts';
import { checkNewPassword } from './password-policy.operations.ts';
import { startSession } from './sessions.operations.ts';
import type { SignedIn } from './sign-in.operations.ts';
import { recordSignIn } from './sign-ins.operations.ts';
import { findUserByEmail, insertUser } from './users.queries.ts';

/**
 * Creates the account, its session and, if both sides of a document were sent, its first KYC application, atomically.
 * @throws DomainError email_taken, invalid_input (password policy), too_many_attempts, busy; and the errors of
 * `prepareDocuments`, `recordRegistrationConsents` and `openFirstApplication`
 */
export async function register(
  deps: Deps,
  input: RegisterInput,
  uploader: Uploader,
  metadata: RequestMetadata,
  deviceToken: string | null = null,
): Promise<SignedIn> {
  await deps.attemptLimits.count('registerPerAddress', limitAddress(metadata.ip));
  if (await findUserByEmail(deps.db, input.email)) throw emailTaken();

  await checkNewPassword(deps, input.password, 'student', 'password');

  // Hash and process files before the transaction, to keep it short.
  const passwordHash = await deps.passwords.hash(input.password);
  const sides =
    input.documentImageUrl1 && input.documentImageUrl2
      ? await prepareDocuments(deps, uploader, [input.documentImageUrl1, input.documentImageUrl2])
      : undefined;

  const now = deps.now();
  try {
    const { user, ...cookies } = await inTransaction(deps.db, async (trx) => {
      const created = await insertUser(trx, {
        ...userValues(input, passwordHash),
        created_at: now,
        updated_at: now,
      });
      await recordRegistrationConsents(trx, created.id, input.texts, metadata, now);
      await recordEvent(trx, 'registered', { userId: created.id, properties: {}, at: now });
      const account = { id: created.id, email: created.email, firstName: created.first_name };
      await sendVerification(deps, trx, account);
      const signIn = { method: 'password', isRegistration: true, device: deviceToken } as const;
      const sid = await startSession(deps, trx, created, metadata, now);
      const device = await recordSignIn(deps, trx, account, signIn, metadata);
      if (sides) {
        // One document with two sides: both slots get its type and number.
        await openFirstApplication(deps, trx, created.id, {
          ...input,
          documentType1: input.documentType,
          documentType2: input.documentType,
          documentNumber1: input.documentNumber,
          documentNumber2: input.documentNumber,
          sides,
          uploader,
          metadata,
        });
      }
      return { user: created, sid, device };
    });
    deps.log.info({ event: 'registered', userId: user.id, reqId: metadata.requestId }, 'account created');
    return { user: await presentUser(deps, user), ...cookies };
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_unique')) throw emailTaken();
    throw error;
  }
}

function emailTaken(): DomainError {
  return new DomainError('email_taken', 'An account with this email already exists', {
    fields: { email: 'An account with this email already exists' },
  });
}

function userValues(input: RegisterInput, passwordHash: string) {
  return {
    email: input.email,
    password_hash: passwordHash,
    first_name: input.firstName,
    last_name: input.lastName,
    date_of_birth: input.dateOfBirth,
    phone_number: input.phoneNumber,
    address: input.address,
    city: input.city,
    state: input.state,
    country: input.country,
    postal_code: input.postalCode,
  };
}
