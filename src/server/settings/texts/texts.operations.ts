import { accountName } from '../../../shared/person-name.ts';
import { isEmailText } from '../../../shared/site-texts/email-texts.ts';
import { pageTexts } from '../../../shared/site-texts/page-texts.ts';
import {
  type ChangedTexts,
  type SaveTextsInput,
  type SiteText,
  textDefinition,
} from '../../../shared/site-texts/site-texts.ts';
import { type TextDefinition, textSchema } from '../../../shared/site-texts/text-definition.ts';
import { requireRecentAuthentication } from '../../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, rejectInvalidFields } from '../../errors.ts';
import { cachedContent } from '../../platform/db/content-version.ts';
import { type Db, inTransaction, type Trx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { findTexts, insertTexts, type NewText, type TextRow } from './texts.queries.ts';

const cachedTexts = cachedContent(['site_texts'], async (db) => {
  const texts = new Map((await findTexts(db)).map(({ key, value }) => [key, value]));
  const changed = Object.keys(pageTexts).flatMap((key) => {
    const value = texts.get(key);
    return value == null ? [] : [[key, value] as const];
  });
  return Object.fromEntries(changed);
});

/** The texts of the public pages that differ from the originals. A change on another server is visible immediately. */
export function getChangedTexts({ db }: Pick<Deps, 'db'>): Promise<ChangedTexts> {
  return cachedTexts(db);
}

/** The texts with these keys that differ from the originals. */
export async function readChangedTexts(trx: Trx, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await findTexts(trx, keys);
  return new Map(rows.flatMap(({ key, value }) => (value === null ? [] : [[key, value]])));
}

/**
 * The current texts with these keys, and who changed them last.
 * @throws DomainError invalid_input for an unknown key
 */
export function listTexts(deps: Deps, _actor: AdminActor, keys: readonly string[]): Promise<SiteText[]> {
  for (const key of keys) definitionOf(key);
  return listIn(deps.db, keys);
}

async function listIn(db: Db | Trx, keys: readonly string[]): Promise<SiteText[]> {
  const rows = new Map((await findTexts(db, keys)).map((row) => [row.key, row]));
  return keys.map((key) => presentText(key, rows.get(key)));
}

function presentText(key: string, row: TextRow | undefined): SiteText {
  const isOriginal = row?.value == null;
  return {
    key,
    value: row?.value ?? definitionOf(key).original,
    version: row?.version ?? 0,
    changedAt: isOriginal ? null : row.changed_at,
    changedByName: isOriginal || row.email === null ? null : accountName(row),
  };
}

/**
 * Replaces texts, all or none. A text that equals the original is stored as null, so that it follows later changes of
 * the original.
 * @throws DomainError step_up_required for texts of emails without recent authentication, because a stolen session
 * could put links into them; invalid_input for an unknown or repeated key, and for texts that break the rules of their
 * keys, such as the maximum length (`fields` lists these keys); conflict if one of the texts has changed since the
 * admin loaded it
 */
export async function saveTexts(
  deps: Deps,
  actor: AdminActor,
  { texts }: SaveTextsInput,
  metadata: RequestMetadata,
): Promise<SiteText[]> {
  const keys = texts.map(({ key }) => key);
  if (keys.some(isEmailText)) requireRecentAuthentication(deps, actor);
  if (new Set(keys).size < keys.length) throw new DomainError('invalid_input', 'Send each text once');
  const values = validTexts(texts);
  try {
    return await inTransaction(deps.db, async (trx) => {
      const before = new Map((await findTexts(trx, keys)).map((row) => [row.key, row]));
      if (texts.some(({ key, version }) => (before.get(key)?.version ?? 0) !== version)) throw changedSince();
      const by = { changed_by: actor.userId, changed_at: deps.now() };
      const changed: NewText[] = [];
      for (const [key, text] of values) {
        const value = text === definitionOf(key).original ? null : text;
        const known = before.get(key);
        if (value === (known?.value ?? null)) continue;
        changed.push({ key, value, version: (known?.version ?? 0) + 1, ...by });
      }
      if (changed.length === 0) return listIn(trx, keys);
      await insertTexts(trx, changed);
      // The audit entries omit the texts, because `site_texts` keeps every version.
      await recordAudit(
        trx,
        ...changed.map(({ key, value, version }) => ({
          actorId: actor.userId,
          action: value === null ? 'site_text.reset' : 'site_text.changed',
          subjectType: 'site_text',
          subjectId: key,
          metadata,
          details: { version },
        })),
      );
      return listIn(trx, keys);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'site_texts_pkey')) throw changedSince();
    throw error;
  }
}

/**
 * Validates the texts that an admin entered. @returns the texts as they are stored, by key
 * @throws DomainError invalid_input for an unknown key, and for texts that break the rules of their keys (`fields`
 * lists these keys)
 */
export function validTexts(texts: readonly { key: string; value: string }[]): Map<string, string> {
  const problems: Record<string, string> = {};
  const values = new Map<string, string>();
  for (const { key, value } of texts) {
    const definition = definitionOf(key);
    const result = textSchema(definition).safeParse(value);
    if (result.success) values.set(key, result.data);
    else problems[key] = result.error.issues[0]?.message ?? 'Enter another text';
  }
  rejectInvalidFields(problems);
  return values;
}

function definitionOf(key: string): TextDefinition {
  const definition = textDefinition(key);
  if (!definition) throw new DomainError('invalid_input', 'There is no such text');
  return definition;
}

function changedSince(): DomainError {
  return new DomainError(
    'conflict',
    'These texts were changed in another tab or by another admin. Your changes are not saved yet.',
  );
}
