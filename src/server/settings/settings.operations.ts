import { isGuardedSetting } from '../../shared/admin/guarded-settings.ts';
import {
  type AdminSetting,
  type SettingKey,
  type Settings,
  settingDefinitions,
} from '../../shared/settings.ts';
import type { SiteSettings } from '../../shared/site-settings.ts';
import { requireRecentAuthentication } from '../access/recent-authentication.ts';
import type { AdminActor, Origin } from '../actor.ts';
import { recordAudit } from '../audit/audit.operations.ts';
import type { Deps } from '../deps.ts';
import { DomainError } from '../errors.ts';
import { cachedContent } from '../platform/db/content-version.ts';
import { type Db, inTransaction, type Trx } from '../platform/db/database.ts';
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
  insertConfirmation,
  lockSettings,
  saveSetting,
} from './settings.queries.ts';

const keptIn = (production: boolean) =>
  cachedContent(['settings'], async (db) => presentSettings(await findSettings(db), production));
const cachedSettings = { production: keptIn(true), elsewhere: keptIn(false) };

/** The current settings. A change on another server takes effect immediately. */
export function getSettings({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<Settings> {
  return cachedSettings[config.production ? 'production' : 'elsewhere'](db);
}

/** The settings in a transaction's snapshot. */
export async function readSettings({ config }: Pick<Deps, 'config'>, trx: Trx): Promise<Settings> {
  return presentSettings(await findSettings(trx), config.production);
}

/** The settings that are public. */
export async function getPublicSettings(deps: Pick<Deps, 'db' | 'config'>): Promise<SiteSettings> {
  const settings = await getSettings(deps);
  if (!settings.useRealNumbers) return presentSiteSettings(settings);
  return presentCountedClaims(presentSiteSettings(settings), await getRealNumbers(deps));
}

type RealNumbers = Awaited<ReturnType<typeof countRealNumbers>>;
const countedByDatabase = new WeakMap<Db, { numbers: Promise<RealNumbers>; until: number }>();

/** Cached for a minute. */
function getRealNumbers(deps: Pick<Deps, 'db'>): Promise<RealNumbers> {
  const kept = countedByDatabase.get(deps.db);
  if (kept && performance.now() < kept.until) return kept.numbers;
  const fresh = { numbers: countRealNumbers(deps.db), until: performance.now() + 60_000 };
  countedByDatabase.set(deps.db, fresh);
  // A failed query rejects all waiting calls; the next call queries again.
  fresh.numbers.catch(() => {
    if (countedByDatabase.get(deps.db) === fresh) countedByDatabase.delete(deps.db);
  });
  return fresh.numbers;
}

/** All settings with their defaults, and when and by whom each was changed. */
export async function listSettingsForAdmin(deps: Deps, _actor: AdminActor): Promise<AdminSetting[]> {
  return presentAdminSettings(await findChangedSettings(deps.db), deps.config.production);
}

/**
 * Changes one setting. The audit log records the old and the new value.
 * @throws DomainError step_up_required for settings that protect users or identity documents; invalid_input for the
 * field `value`
 */
export async function updateSetting(
  deps: Deps,
  actor: AdminActor,
  key: SettingKey,
  value: unknown,
  origin: Origin,
): Promise<AdminSetting> {
  if (isGuardedSetting(key)) requireRecentAuthentication(deps, actor);
  const parsed = settingDefinitions[key].schema.safeParse(value);
  if (!parsed.success) throw invalidValue(parsed.error.issues[0]?.message ?? 'Enter another value');
  const rows = await inTransaction(deps.db, async (trx) => {
    await lockSettings(trx);
    const before = await readSettings(deps, trx);
    const after = { ...before, [key]: parsed.data };
    if (after.reviewHoursFrom > after.reviewHoursTo) {
      throw invalidValue('The shortest time of the review cannot be above the longest');
    }
    await saveSetting(trx, { key, value: parsed.data, updatedBy: actor.userId, updatedAt: deps.now() });
    await recordAudit(trx, {
      actorId: actor.userId,
      action: 'setting.changed',
      subjectType: 'setting',
      subjectId: key,
      origin,
      details: { before: before[key], after: parsed.data },
    });
    // Saving a value confirms it.
    if (settingDefinitions[key].adminShouldConfirm) {
      await insertConfirmation(trx, { point: key, confirmedBy: actor.userId, confirmedAt: deps.now() });
    }
    return findChangedSettings(trx);
  });
  countedByDatabase.delete(deps.db);
  const changed = presentAdminSettings(rows, deps.config.production).find((setting) => setting.key === key);
  if (!changed) throw new Error(`Setting ${key} has no definition`);
  return changed;
}

function invalidValue(message: string): DomainError {
  return new DomainError('invalid_input', message, { fields: { value: message } });
}
