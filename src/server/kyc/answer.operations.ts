import type { KycApplication } from '../../shared/kyc/kyc.ts';
import {
  answerRules,
  type KycAnswerInput,
  type KycLastDetails,
  type KycRequest,
  type SideRule,
} from '../../shared/kyc/kyc-answer.ts';
import type { Actor, RequestMetadata, Uploader } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, notFound, notSignedIn, rejectInvalidFields } from '../errors.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';
import { objectPathOf } from '../uploads/upload-reference.ts';
import { copyOwnDocument, findDocument, prepareSide } from '../uploads/uploads.operations.ts';
import { resubmittedNumbers } from './document-numbers.ts';
import { assertMaySubmit, openApplication } from './kyc.operations.ts';
import { presentApplication, presentLastDetails, presentRequest } from './kyc.present.ts';
import { findApplication, findCurrentApplication, lockUser } from './kyc.queries.ts';

/**
 * What an admin has requested of the user, with the details of the user's application; null if nothing is requested.
 */
export async function findOwnRequest(deps: Deps, actor: Actor): Promise<KycRequest | null> {
  const row = await findCurrentApplication(deps.db, actor.userId);
  if (!row?.waits_for_applicant) return null;
  return presentRequest(row, await findSides(deps, row));
}

/** The details of the user's rejected application; null unless the user may send another application. */
export async function findLastDetails(deps: Deps, actor: Actor): Promise<KycLastDetails | null> {
  const row = await findRejected(deps, actor);
  return row ? presentLastDetails(row, await findSides(deps, row)) : null;
}

/**
 * Copies an image of the rejected application for the next one, so that only the other side must be uploaded.
 * @throws DomainError not_found if the user has no rejected application or may not send another one; gone,
 * too_many_attempts, storage_full; StorageError
 */
export async function reuseSide(
  deps: Deps,
  actor: Actor,
  side: 'front' | 'back',
): Promise<{ objectPath: `/objects/${string}` }> {
  const row = await findRejected(deps, actor);
  if (!row) throw notFound('Application');
  const id = await copyOwnDocument(
    deps,
    actor,
    side === 'front' ? row.document_upload1 : row.document_upload2,
  );
  return { objectPath: objectPathOf(id) };
}

/** The user's rejected application, if the user may send another application. */
async function findRejected(deps: Deps, actor: Actor): Promise<KycApplicationRow | undefined> {
  const row = await findCurrentApplication(deps.db, actor.userId);
  return row?.status === 'rejected' && row.can_resubmit ? row : undefined;
}

/** Which images of an application still exist. */
async function findSides(deps: Deps, row: KycApplicationRow): Promise<{ front: boolean; back: boolean }> {
  const [front, back] = await Promise.all([
    isStored(deps, row.document_upload1),
    isStored(deps, row.document_upload2),
  ]);
  return { front, back };
}

async function isStored(deps: Deps, uploadId: string): Promise<boolean> {
  return (await findDocument(deps, uploadId))?.status === 'claimed';
}

/**
 * Answers an admin's request for documents with a new application, which supersedes the current one. The new
 * application gets copies of the files that the answer does not replace, and of the document numbers that it leaves
 * blank.
 * @throws DomainError invalid_input for a requested item that is missing, and for a file or number that the academy has
 * already erased; not_found unless the application is the user's own; illegal_transition if nothing is requested or the
 * request has been withdrawn; and the errors of `submitApplication` and `copyOwnDocument`
 */
export async function answerRequest(
  deps: Deps,
  actor: Actor,
  input: KycAnswerInput,
  uploader: Uploader,
  metadata: RequestMetadata,
): Promise<KycApplication> {
  const application = await findApplication(deps.db, input.id);
  if (application?.user_id !== actor.userId) throw notFound('Application');
  if (!application.waits_for_applicant) throw nothingRequested();
  assertComplete(application, input);
  const numbers = resubmittedNumbers(deps, application, [input.documentNumber1, input.documentNumber2]);
  const sideOf = (field: keyof typeof sideMessages, earlierUpload: string) => {
    const reference = input[field];
    return reference
      ? prepareSide(deps, uploader, reference, field)
      : copySide(deps, actor, earlierUpload, field);
  };
  const front = await sideOf('documentImageUrl1', application.document_upload1);
  const back = await sideOf('documentImageUrl2', application.document_upload2);
  if (front === back) throw invalidField('documentImageUrl2', 'The front and the back must be two files');
  return inTransaction(deps.db, async (trx) => {
    const user = await lockUser(trx, actor.userId);
    if (!user) throw notSignedIn();
    const current = await findCurrentApplication(trx, user.id);
    if (current?.id !== application.id || !current.waits_for_applicant) throw nothingRequested();
    // An admin may have requested other items while the files were prepared.
    assertComplete(current, input);
    await assertMaySubmit(deps, trx, user);
    const row = await openApplication(deps, trx, user, {
      ...input,
      documentNumber1: numbers[0],
      documentNumber2: numbers[1],
      sides: [front, back],
      uploader,
      metadata,
    });
    return presentApplication(row, null);
  });
}

const sideMessages = {
  documentImageUrl1: 'Please upload a new picture of the front side',
  documentImageUrl2: 'Please upload a new picture of the back side',
} as const;

function assertComplete({ requested_items }: KycApplicationRow, input: KycAnswerInput): void {
  const { front, back, otherDocument } = answerRules(requested_items);
  const fields: Record<string, string> = {};
  const needs = (rule: SideRule, field: keyof typeof sideMessages) => {
    if (rule === 'new' && !input[field]) fields[field] = sideMessages[field];
  };
  needs(front, 'documentImageUrl1');
  needs(back, 'documentImageUrl2');
  if (front === 'either' && !input.documentImageUrl1 && !input.documentImageUrl2) {
    fields.documentImageUrl1 = 'Please replace one of the two pictures with the document that we asked for';
  }
  if (otherDocument && input.documentNumber1 === '') fields.documentNumber1 = 'Document 1 number is required';
  if (otherDocument && input.documentNumber2 === '') fields.documentNumber2 = 'Document 2 number is required';
  rejectInvalidFields(fields);
}

/** Copies a file that the answer does not replace. @throws DomainError invalid_input if the file has been erased */
async function copySide(
  deps: Deps,
  actor: Actor,
  uploadId: string,
  field: keyof typeof sideMessages,
): Promise<string> {
  try {
    return await copyOwnDocument(deps, actor, uploadId);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'gone') throw error;
    throw invalidField(field, 'We no longer have this picture. Please upload it again.');
  }
}

function nothingRequested(): DomainError {
  return new DomainError(
    'illegal_transition',
    'Nothing is requested for this application now. Reload the page to see its status.',
  );
}
