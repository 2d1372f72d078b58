import { isGuardedSetting } from '../../shared/admin/guarded-settings.ts';
import { savedMeanwhileText } from '../../shared/saved-meanwhile.ts';
import { settingValueText } from '../../shared/setting-values.ts';
import {
  type AdminSetting,
  type SettingChange,
  type SettingKey,
  type Settings,
  settingDefinitions,
} from '../../shared/settings.ts';
import type { SiteSettings } from '../../shared/site-settings.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, RequestMetadata } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError, invalidField, rejectInvalidFields } from '../errors.ts';
import { cachedContent } from '../platform/db/content-version.ts';
import { inTransaction, type Trx } from '../platform/db/database.ts';
import { confirmSavedPoint } from './confirmations.operations.ts';
import {
  presentAdminSettings,
  presentCountedClaims,
  presentSettings,
  presentSiteSettings,
} from './settings.present.ts';
import {
  countRealNumbers,
  findChangedSettings,
  findSettings,
  lockSettings,
  saveSetting,
} from './settings.queries.ts';

// Some defaults differ in production.
const cachedIn = (production: boolean) =>
  cachedContent(['settings'], async (db) => presentSettings(await findSettings(db), production));
const cachedSettings = { production: cachedIn(true), elsewhere: cachedIn(false) };

/** The current settings. A change on another server takes effect immediately. */
export function getSettings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Settings> {
  return cachedSettings[config.production ? 'production' : 'elsewhere'](db);
}

/** The settings as a transaction sees them. */
export async function readSettings({ config }: Pick<Deps, 'config'>, trx: Trx): Promise<Settings> {
  return presentSettings(await findSettings(trx), config.production);
}

/** The public settings. If `useRealNumbers` is on, counted numbers replace those that the academy claims. */
export async function getPublicSettings(
  deps: Pick<Deps, 'db' | 'config' | 'figures'>,
): Promise<SiteSettings> {
  const settings = await getSettings(deps);
  if (!settings.useRealNumbers) return presentSiteSettings(settings);
  const numbers = await deps.figures.get('real numbers', () => countRealNumbers(deps.db));
  return presentCountedClaims(presentSiteSettings(settings), numbers);
}

/** All settings with their defaults, and when and by whom each was changed. */
export async function listSettingsForAdmin(deps: Deps, _actor: AdminActor): Promise<AdminSetting[]> {
  return presentAdminSettings(await findChangedSettings(deps.db), deps.config.production);
}

/**
 * Changes all of these settings or, if one of them is rejected, none. The audit log records the old and the new value
 * of each setting that changed.
 * @returns all settings afterwards
 * @throws DomainError step_up_required for a change that `isGuardedSetting` guards; invalid_input and
 *   conflict with the keys of the settings as fields
 */
export async function saveSettings(
  deps: Deps,
  actor: AdminActor,
  changes: readonly SettingChange[],
  metadata: RequestMetadata,
): Promise<AdminSetting[]> {
  if (changes.some(({ key }) => isGuardedSetting(key))) requireRecentAuthentication(deps, actor);
  const values = parsedValues(changes);
  const rows = await inTransaction(deps.db, async (trx) => {
    await lockSettings(trx);
    const before = await readSettings(deps, trx);
    rejectOutdated(before, changes, values);
    const after = { ...before, ...Object.fromEntries(values) };
    if (after.reviewHoursFrom > after.reviewHoursTo) {
      const key = values.has('reviewHoursFrom') ? 'reviewHoursFrom' : 'reviewHoursTo';
      throw invalidField(key, 'The shortest review time cannot exceed the longest');
    }
    rejectUnfairTiers(after, values);
    for (const [key, value] of values) {
      const now = deps.now();
      // Saving a value also confirms it, because the admin has chosen it.
      const isConfirmed =
        settingDefinitions[key].adminShouldConfirm && (await confirmSavedPoint(deps, trx, actor, key));
      const isChanged = value !== before[key];
      if (isChanged) await saveSetting(trx, { key, value, updatedBy: actor.userId, updatedAt: now });
      if (!isChanged && !isConfirmed) continue;
      await recordAudit(trx, {
        actorId: actor.userId,
        action: isChanged ? 'setting.changed' : 'setting.confirmed',
        subjectType: 'setting',
        subjectId: key,
        metadata,
        ...(isChanged && { details: { before: before[key], after: value } }),
      });
    }
    return findChangedSettings(trx);
  });
  return presentAdminSettings(rows, deps.config.production);
}

/** What each membership includes, from the lowest membership to the highest. */
const includedByTier = [
  { keys: ['questionsFree', 'questionsSilver', 'questionsGold', 'questionsDiamond'], items: 'questions' },
  { keys: ['storedHandsFree', 'storedHandsSilver', 'storedHandsGold', 'storedHandsDiamond'], items: 'hands' },
  { keys: ['ownRangesFree', 'ownRangesSilver', 'ownRangesGold', 'ownRangesDiamond'], items: 'ranges' },
  { keys: ['shareLinksFree', 'shareLinksSilver', 'shareLinksGold', 'shareLinksDiamond'], items: 'links' },
] as const;

/** @throws DomainError invalid_input for a membership that would include less than a lower one */
function rejectUnfairTiers(after: Settings, changed: ReadonlyMap<SettingKey, unknown>): void {
  for (const { keys, items } of includedByTier) {
    for (const [index, higher] of keys.entries()) {
      const lower = keys[index - 1];
      if (lower === undefined || !(changed.has(higher) || changed.has(lower))) continue;
      if (after[lower] <= after[higher]) continue;
      const key = changed.has(higher) ? higher : lower;
      throw invalidField(key, `A higher membership cannot include fewer ${items}`);
    }
  }
}

/** @throws DomainError invalid_input that names every invalid setting */
function parsedValues(changes: readonly SettingChange[]): Map<SettingKey, Settings[SettingKey]> {
  const problems: Record<string, string> = {};
  const values = new Map<SettingKey, Settings[SettingKey]>();
  for (const { key, value } of changes) {
    const parsed = settingDefinitions[key].schema.safeParse(value);
    if (parsed.success) values.set(key, parsed.data);
    else problems[key] = parsed.error.issues[0]?.message ?? 'Enter another value';
  }
  rejectInvalidFields(problems);
  return values;
}

/** @throws DomainError conflict if a stored value is neither the one that the admin saw nor the one in `changes` */
function rejectOutdated(
  current: Settings,
  changes: readonly SettingChange[],
  wanted: ReadonlyMap<SettingKey, unknown>,
): void {
  const outdated = changes.filter(
    ({ key, before }) => before !== undefined && before !== current[key] && wanted.get(key) !== current[key],
  );
  if (outdated.length === 0) return;
  throw new DomainError(
    'conflict',
    'This setting was changed after you opened it, in another tab or by another admin. Nothing was saved.',
    {
      fields: Object.fromEntries(
        outdated.map(({ key }) => [key, savedMeanwhileText(settingValueText(key, current[key]))]),
      ),
    },
  );
}
