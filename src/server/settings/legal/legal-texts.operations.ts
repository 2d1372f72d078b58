import { type LegalText, legalTexts } from '../../../shared/auth/consents.ts';
import { dayText } from '../../../shared/day-text.ts';
import { legalVersions } from '../../../shared/profile/legal-versions.ts';
import {
  type LegalTextView,
  type LegalVersion,
  legalBody,
  legalOriginals,
  type PublishLegalTextInput,
} from '../../../shared/site-texts/legal-texts.ts';
import { localDay, startOfDay } from '../../../shared/time-zone.ts';
import { requireRecentAuthentication } from '../../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { cachedContent } from '../../platform/db/content-version.ts';
import { type Db, inTransaction, type Trx } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { readSettings } from '../settings.operations.ts';
import {
  findLegalRows,
  findLegalVersions,
  insertLegalRows,
  type LegalRow,
  type LegalVersionRow,
  legalKey,
} from './legal-texts.queries.ts';

/** `current`: the version in effect. `oldestSufficient`: the oldest version whose acceptance is still sufficient. */
type VersionsInEffect = { current: string; oldestSufficient: string };

const cachedLegalRows = cachedContent(['site_texts'], (db) => findLegalRows(db, legalTexts));

/** A legal text as it is in effect now. A change on another server is visible immediately. */
export async function getLegalText(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  document: LegalText,
): Promise<LegalTextView> {
  return presentLegalText(deps, document, await cachedLegalRows(deps.db));
}

/** Every version of a legal text that is or was in effect, newest first. */
export async function listLegalVersions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  document: LegalText,
): Promise<LegalVersion[]> {
  const { inEffect } = effectiveRows(document, await findLegalRows(db, [document]), now());
  if (inEffect.length === 0) {
    const version = legalVersions[document];
    return [{ version, publishedAt: startOf(version), body: legalOriginals[document] }];
  }
  return inEffect.map((row) => ({
    version: versionName(row),
    publishedAt: beginsAt(row),
    body: row.value ?? legalOriginals[document],
  }));
}

/** The versions of both texts that are in effect at `now`, for records of consent. */
export async function readLegalVersionsInEffect(
  db: Db | Trx,
  now: Date,
): Promise<Record<LegalText, VersionsInEffect>> {
  const rows = await findLegalVersions(db, legalTexts);
  return { terms: versionsInEffect('terms', rows, now), privacy: versionsInEffect('privacy', rows, now) };
}

function versionsInEffect(document: LegalText, all: readonly LegalVersionRow[], now: Date): VersionsInEffect {
  const { inEffect } = effectiveRows(document, all, now);
  const [current] = inEffect;
  if (!current) return { current: legalVersions[document], oldestSufficient: legalVersions[document] };
  const required = inEffect.find((row) => row.needs_acceptance || row.version === 1) ?? current;
  return { current: versionName(current), oldestSufficient: versionName(required) };
}

/**
 * The versions of a text that are or were in effect, newest first, and the planned one. Omits versions that were
 * replaced before they took effect. `all` must be sorted by version, newest first.
 */
function effectiveRows<Row extends LegalVersionRow>(
  document: LegalText,
  all: readonly Row[],
  now: Date,
): { inEffect: Row[]; planned: Row | undefined } {
  const inEffect: Row[] = [];
  let planned: Row | undefined;
  let replacedAt = Number.POSITIVE_INFINITY;
  for (const row of all) {
    if (row.key !== legalKey(document)) continue;
    const begins = Date.parse(beginsAt(row));
    if (begins <= replacedAt) {
      if (begins <= now.getTime()) inEffect.push(row);
      else planned = row;
    }
    replacedAt = Math.min(replacedAt, Date.parse(row.changed_at));
  }
  return { inEffect, planned };
}

const beginsAt = (row: LegalVersionRow) => row.valid_from ?? row.changed_at;

/**
 * The first day of the version, followed by the version's number unless it is the original text. These names sort in
 * the order of the versions.
 */
function versionName(row: LegalVersionRow): string {
  return row.version === 1 ? dayOf(row) : `${dayOf(row)}.${String(row.version).padStart(4, '0')}`;
}

const dayOf = ({ valid_on, changed_at }: LegalVersionRow) => valid_on ?? changed_at.slice(0, 10);

function presentLegalText(
  deps: Pick<Deps, 'now' | 'config'>,
  document: LegalText,
  all: readonly LegalRow[],
): LegalTextView {
  const now = deps.now();
  const { inEffect, planned } = effectiveRows(document, all, now);
  return {
    document,
    version: versionsInEffect(document, all, now).current,
    body: inEffect[0]?.value ?? legalOriginals[document],
    session: deps.config.session,
    hasEarlier: inEffect.length > 1,
    next: planned
      ? {
          version: versionName(planned),
          validOn: dayOf(planned),
          body: planned.value ?? legalOriginals[document],
          needsAcceptance: planned.needs_acceptance,
        }
      : null,
  };
}

const startOf = (day: string) => `${day}T00:00:00.000Z`;

/**
 * Publishes a new version of a legal text, which takes effect immediately or at the start of a day in the academy's
 * time zone. It replaces a planned version. All versions that took effect stay, including the original one, to show
 * what each user agreed to.
 * @throws DomainError step_up_required; invalid_input with the field `body` or `validOn`; conflict if `version`, which
 * the admin saw, is no longer the newest
 */
export async function publishLegalText(
  deps: Deps,
  actor: AdminActor,
  { document, body, version, validOn, ...input }: PublishLegalTextInput,
  metadata: RequestMetadata,
): Promise<LegalTextView> {
  requireRecentAuthentication(deps, actor);
  const parsed = legalBody.safeParse(body);
  if (!parsed.success) throw invalidField('body', parsed.error.issues[0]?.message ?? 'Enter another text');
  try {
    return await inTransaction(deps.db, async (trx) => {
      const now = deps.now();
      const rows = await findLegalRows(trx, [document]);
      const before = presentLegalText(deps, document, rows);
      if ((before.next ?? before).version !== version) throw publishedSince();
      // While another version is planned, the text in effect may be published again without a day. This withdraws
      // the planned version.
      if (parsed.data === before.body && (!before.next || validOn !== undefined)) {
        throw invalidField('body', 'This text is already in effect');
      }
      const needsAcceptance = input.needsAcceptance && parsed.data !== before.body;
      const { timeZone } = await readSettings(deps, trx);
      const today = localDay(now, timeZone);
      if (validOn !== undefined && validOn <= today) {
        throw invalidField('validOn', `Choose a day after today, ${dayText(today)}, or leave it empty`);
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
          changed_at: now,
          // After a change of the time zone, today may be before the first day of the version in effect.
          valid_on: [validOn ?? today, before.version.slice(0, 10)].toSorted()[1] ?? today,
          valid_from: validOn === undefined ? null : startOfDay(validOn, timeZone),
        },
      ]);
      const view = presentLegalText(deps, document, await findLegalRows(trx, [document]));
      await recordAudit(trx, {
        actorId: actor.userId,
        action: 'legal_text.published',
        subjectType: 'legal_text',
        subjectId: document,
        metadata,
        details: {
          version: (view.next ?? view).version,
          needsAcceptance,
          ...(validOn !== undefined && { from: validOn }),
        },
      });
      return view;
    });
  } catch (error) {
    if (isUniqueViolation(error, 'site_texts_pkey')) throw publishedSince();
    throw error;
  }
}

function publishedSince(): DomainError {
  return new DomainError(
    'conflict',
    'A version was published in another tab or by another admin. Your text is still here: compare both, then publish again.',
  );
}
