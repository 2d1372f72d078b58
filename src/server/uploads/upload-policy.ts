import { identityPurposes, type UploadPurpose, uploadRules } from '../../shared/limits.ts';
import { multipartRules } from '../../shared/shop/multipart.ts';
import { requireCoach } from '../access/coach-access.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, notSignedIn } from '../errors.ts';
import { parseMediaType } from '../platform/storage/storage.ts';

/** The default purpose of an upload. */
export function usualPurpose(actor: Actor | null): UploadPurpose {
  if (!actor) return 'registration';
  return actor.role === 'admin' ? 'product' : 'kyc';
}

/** @throws DomainError not_signed_in, forbidden; for a voice clip, the errors of `requireCoach` */
export async function assertMayUpload(
  deps: Deps,
  actor: Actor | null,
  purpose: UploadPurpose,
): Promise<void> {
  if (purpose === 'registration') return;
  if (!actor) throw notSignedIn();
  if (purpose === 'answer_voice') {
    await requireCoach(deps, actor);
    return;
  }
  if (!isIdentityPurpose(purpose) && actor.role !== 'admin') {
    throw new DomainError('forbidden', 'Only admins can upload files of this kind');
  }
}

export function isIdentityPurpose(purpose: UploadPurpose): boolean {
  return identityPurposes.some((identityPurpose) => identityPurpose === purpose);
}

/** Maximum size of one PUT, in bytes; larger videos use a multipart upload. */
export function maxPutBytes(purpose: UploadPurpose): number {
  return Math.min(uploadRules[purpose].maxBytes, multipartRules.aboveBytes);
}

/**
 * The declared content type; undefined if none was declared. The file's content decides later whether it is accepted.
 * @throws DomainError unsupported_type
 */
export function declaredType(purpose: UploadPurpose, declared: string | undefined): string | undefined {
  if (declared === undefined || declared === '') return undefined;
  const { contentTypes, hint } = uploadRules[purpose];
  const type = parseMediaType(declared);
  if (type === undefined || !(contentTypes as readonly string[]).includes(type)) {
    throw new DomainError('unsupported_type', `This kind of file is not accepted. Accepted: ${hint}.`);
  }
  return type;
}

/** The last part of a path, without control characters; null if nothing is left. */
export function plainFilename(filename: string | undefined): string | null {
  const name = filename
    ?.toWellFormed()
    .replace(/\p{Cc}/gu, '')
    .split(/[\\/]/)
    .at(-1)
    ?.trim();
  return name ? name : null;
}
