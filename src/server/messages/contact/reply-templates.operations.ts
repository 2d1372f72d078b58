import type { ReplyTemplate, SaveTemplateInput } from '../../../shared/messages/reply-templates.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import {
  deleteTemplateRow,
  findTemplates,
  insertTemplate,
  updateTemplate,
} from './reply-templates.queries.ts';

/** All templates, by title. */
export function listTemplates(deps: Deps, _actor: AdminActor): Promise<ReplyTemplate[]> {
  return findTemplates(deps.db);
}

/**
 * Creates or changes a template.
 * @throws DomainError conflict if another admin changed or deleted it, or another template has the title
 */
export async function saveTemplate(
  deps: Deps,
  actor: AdminActor,
  { title, body, existing }: SaveTemplateInput,
  origin: Origin,
): Promise<ReplyTemplate[]> {
  const written = { title, body, by: actor.userId, at: deps.now() };
  try {
    return await inTransaction(deps.db, async (trx) => {
      if (existing && !(await updateTemplate(trx, existing, written))) {
        throw new DomainError(
          'conflict',
          'Another admin has changed or deleted this template. Close it, and open it again.',
        );
      }
      const id = existing?.id ?? (await insertTemplate(trx, written));
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'reply_template.saved',
        subjectType: 'reply_template',
        subjectId: id,
        origin,
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

/** Deletes a template. Idempotent. */
export async function deleteTemplate(
  deps: Deps,
  actor: AdminActor,
  id: string,
  origin: Origin,
): Promise<ReplyTemplate[]> {
  return inTransaction(deps.db, async (trx) => {
    const title = await deleteTemplateRow(trx, id);
    if (title !== undefined) {
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'reply_template.deleted',
        subjectType: 'reply_template',
        subjectId: id,
        origin,
        details: { title },
      });
    }
    return findTemplates(trx);
  });
}
