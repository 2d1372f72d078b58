import type {
  DeleteTemplateInput,
  ReplyTemplate,
  SaveTemplateInput,
} from '../../../shared/messages/reply-templates.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import {
  deleteTemplateRow,
  findTemplates,
  insertTemplate,
  lockTemplate,
  updateTemplate,
} from './reply-templates.queries.ts';

/** All templates, by title. */
export function listTemplates(deps: Deps, _actor: AdminActor): Promise<ReplyTemplate[]> {
  return findTemplates(deps.db);
}

/**
 * Creates or changes a template.
 * @throws DomainError conflict if the template was changed or deleted after it was read, or if another template has
 * the same title
 */
export async function saveTemplate(
  deps: Deps,
  actor: AdminActor,
  { title, body, existing }: SaveTemplateInput,
  metadata: RequestMetadata,
): Promise<ReplyTemplate[]> {
  const change = { title, body, by: actor.userId, at: deps.now() };
  try {
    return await inTransaction(deps.db, async (trx) => {
      if (existing) {
        const stored = await lockTemplate(trx, existing.id);
        if (stored?.version !== existing.version) throw outdated(stored !== undefined);
        await updateTemplate(trx, existing.id, change);
      }
      const id = existing?.id ?? (await insertTemplate(trx, change));
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'reply_template.saved',
        subjectType: 'reply_template',
        subjectId: id,
        metadata,
        details: { title },
      });
      return findTemplates(trx);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'reply_templates_title')) throw error;
    const message = 'Another template has this name';
    throw new DomainError('conflict', message, { fields: { title: message } });
  }
}

function outdated(stillExists: boolean): DomainError {
  return new DomainError(
    'conflict',
    stillExists
      ? 'This template was changed in another tab or by another admin. Check the fields, and save again.'
      : 'This template was deleted in another tab or by another admin. Save again to create a new one.',
  );
}

/** Deletes a template. Idempotent. @throws DomainError conflict if it was changed after it was read */
export async function deleteTemplate(
  deps: Deps,
  actor: AdminActor,
  { id, version }: DeleteTemplateInput,
  metadata: RequestMetadata,
): Promise<ReplyTemplate[]> {
  return inTransaction(deps.db, async (trx) => {
    const stored = await lockTemplate(trx, id);
    if (!stored) return findTemplates(trx);
    if (stored.version !== version) {
      throw new DomainError(
        'conflict',
        'This template was changed in another tab or by another admin. Read it again before you delete it.',
      );
    }
    await deleteTemplateRow(trx, id);
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'reply_template.deleted',
      subjectType: 'reply_template',
      subjectId: id,
      metadata,
      details: { title: stored.title },
    });
    return findTemplates(trx);
  });
}
