import { type LegalText, legalTexts } from '../../../shared/auth/consents.ts';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import {
  type LegalTextView,
  type LegalVersion,
  legalBody,
  legalOriginals,
  type PublishLegalTextInput,
} from '../../../shared/site-texts/legal-texts.ts';
import { requireRecentAuthentication } from '../../access/recent-authentication.ts';
import type { AdminActor, Origin } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError } from '../../errors.ts';
import { cachedContent } from '../../platform/db/content-version.ts';
import { type Db, inTransaction, type Trx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import {
  findLegalRows,
  findLegalVersions,
  insertLegalRows,
  type LegalRow,
  type LegalVersionRow,
  legalKey,
} from './legal-texts.queries.ts';

/** The versions of a legal text that counts: what is recorded with a consent, and the oldest one that is still enough. */
export type LegalStanding = { current: string; accepted: string };

const cachedLegalTexts = cachedContent(['site_texts'], async (db) => {
  const rows = await findLegalRows(db, legalTexts);
  return { terms: presentLegalText('terms', rows), privacy: presentLegalText('privacy', rows) };
});

/** A legal text as everyone reads it, also right after a change on another server. */
export async function getLegalText({ db }: Pick<Deps, 'db'>, document: LegalText): Promise<LegalTextView> {
  return (await cachedLegalTexts(db))[document];
}

/** Every version of a legal text, newest first. */
export async function listLegalVersions(
  { db }: Pick<Deps, 'db'>,
  document: LegalText,
): Promise<LegalVersion[]> {
  const rows = await findLegalRows(db, [document]);
  if (rows.length === 0) {
    const version = legalVersions[document];
    return [{ version, publishedAt: startOf(version), body: legalOriginals[document] }];
  }
  return rows.map((row) => ({
    version: versionName(row),
    publishedAt: row.changed_at,
    body: row.value ?? legalOriginals[document],
  }));
}

/** The versions of both texts, for records of consent. */
export async function readLegalStanding(db: Db | Trx): Promise<Record<LegalText, LegalStanding>> {
  const rows = await findLegalVersions(db, legalTexts);
  return { terms: standingOf('terms', rows), privacy: standingOf('privacy', rows) };
}

function standingOf(document: LegalText, all: readonly LegalVersionRow[]): LegalStanding {
  const rows = all.filter(({ key }) => key === legalKey(document));
  const [newest] = rows;
  if (!newest) return { current: legalVersions[document], accepted: legalVersions[document] };
  const asked = rows.find((row) => row.needs_acceptance || row.version === 1) ?? newest;
  return { current: versionName(newest), accepted: versionName(asked) };
}

/**
 * The day of the text, which is all there is of the one that came with the academy, with the number of the version. Names
 * sort in the order of the versions.
 */
function versionName({ version, changed_at }: LegalVersionRow): string {
  const day = changed_at.slice(0, 10);
  return version === 1 ? day : `${day}.${String(version).padStart(4, '0')}`;
}

function presentLegalText(document: LegalText, all: readonly LegalRow[]): LegalTextView {
  const rows = all.filter(({ key }) => key === legalKey(document));
  return {
    document,
    version: standingOf(document, all).current,
    body: rows[0]?.value ?? legalOriginals[document],
    hasEarlier: rows.length > 1,
  };
}

const startOf = (day: string) => `${day}T00:00:00.000Z`;

/**
 * Publishes a new version of a legal text, which counts at once. All earlier versions stay, the one that came with the
 * academy included, so that it is known what each user agreed to.
 * @throws DomainError step_up_required; invalid_input with the field `body`; conflict if another admin has published
 * since
 */
export async function publishLegalText(
  deps: Deps,
  actor: AdminActor,
  { document, body, version, needsAcceptance }: PublishLegalTextInput,
  origin: Origin,
): Promise<LegalTextView> {
  requireRecentAuthentication(deps, actor);
  const parsed = legalBody.safeParse(body);
  if (!parsed.success) throw invalidBody(parsed.error.issues[0]?.message ?? 'Enter another text');
  try {
    return await inTransaction(deps.db, async (trx) => {
      const rows = await findLegalRows(trx, [document]);
      if (standingOf(document, rows).current !== version) throw publishedSince();
      if (parsed.data === (rows[0]?.value ?? legalOriginals[document])) {
        throw invalidBody('This is the text that counts already');
      }
      const key = legalKey(document);
      const last = rows[0]?.version ?? 1;
      await insertLegalRows(trx, [
        ...(rows.length > 0
          ? []
          : [
              {
                key,
                version: 1,
                value: legalOriginals[document],
                changed_by: null,
                changed_at: startOf(legalVersions[document]),
              },
            ]),
        {
          key,
          version: last + 1,
          value: parsed.data,
          needs_acceptance: needsAcceptance,
          changed_by: actor.userId,
          changed_at: deps.now(),
        },
      ]);
      const after = await findLegalRows(trx, [document]);
      const view = presentLegalText(document, after);
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'legal_text.published',
        subjectType: 'legal_text',
        subjectId: document,
        origin,
        details: { version: view.version, needsAcceptance },
      });
      return view;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'site_texts_pkey')) throw publishedSince();
    throw error;
  }
}

function invalidBody(message: string): DomainError {
  return new DomainError('invalid_input', message, { fields: { body: message } });
}

function publishedSince(): DomainError {
  return new DomainError(
    'conflict',
    'Another admin has published a version meanwhile. Your text is still here: compare both, then publish again.',
  );
}
