import { accountName } from '../../shared/person-name.ts';
import {
  type AdminSetting,
  type ConfirmationPointView,
  confirmationPoints,
  type SettingKey,
  type Settings,
  settingDefinitions,
  settingKeys,
} from '../../shared/settings.ts';
import { type SiteSettings, siteSettingsDefaults } from '../../shared/site-settings.ts';
import type { ChangedSetting, ConfirmationRow, StoredSetting } from './settings.queries.ts';

/** The defaults, overridden by stored values. A stored value that its schema now rejects is ignored. */
export function presentSettings(rows: readonly StoredSetting[], production: boolean): Settings {
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  return Object.fromEntries(
    settingKeys.map((key) => [key, readSetting(key, stored.get(key), production)]),
  ) as Settings;
}

function readSetting(key: SettingKey, stored: unknown, production: boolean): Settings[SettingKey] {
  const initial = initialValue(key, production);
  if (stored === undefined) return initial;
  const parsed = settingDefinitions[key].schema.safeParse(stored);
  return parsed.success ? parsed.data : initial;
}

function initialValue(key: SettingKey, production: boolean): Settings[SettingKey] {
  const { default: usual, productionDefault } = settingDefinitions[key];
  return production ? (productionDefault ?? usual) : usual;
}

/** Only the settings that are public. */
export function presentSiteSettings(settings: Settings): SiteSettings {
  const keys = Object.keys(siteSettingsDefaults) as (keyof SiteSettings)[];
  return Object.fromEntries(keys.map((key) => [key, settings[key]])) as SiteSettings;
}

export function presentAdminSettings(rows: readonly ChangedSetting[], production: boolean): AdminSetting[] {
  const settings = presentSettings(rows, production);
  const changed = new Map(rows.map((row) => [row.key, row]));
  return settingKeys.map((key) => {
    const { label, group, adminShouldConfirm, public: isPublic } = settingDefinitions[key];
    return {
      key,
      label,
      group,
      value: settings[key],
      default: initialValue(key, production),
      adminShouldConfirm,
      public: isPublic,
      updatedAt: changed.get(key)?.updated_at ?? null,
      updatedByName: nameOf(changed.get(key)),
    };
  });
}

function nameOf(row: ChangedSetting | ConfirmationRow | undefined): string | null {
  return row === undefined || row.email === null ? null : accountName(row);
}

const wholeFigure = new Intl.NumberFormat('en-US');

/**
 * Replaces the claimed numbers of members and students with counts. The success rate and the live sessions are not
 * measured and become empty, which hides them.
 */
export function presentCountedClaims(
  settings: SiteSettings,
  numbers: { members: number; students: number },
): SiteSettings {
  const shown = (count: number) => (count === 0 ? '' : wholeFigure.format(count));
  return {
    ...settings,
    claimMembers: shown(numbers.members),
    claimStudents: shown(numbers.students),
    claimSuccessRate: '',
    claimLiveSessions: '',
  };
}

/**
 * Every point that an admin should confirm, such as the company address, with who confirmed it and when; nulls if it is
 * not confirmed. Omits rows of points that no longer exist.
 */
export function presentConfirmationPoints(rows: readonly ConfirmationRow[]): ConfirmationPointView[] {
  const confirmed = new Map(rows.map((row) => [row.point, row]));
  return confirmationPoints.map((point) => ({
    point,
    confirmedAt: confirmed.get(point)?.confirmed_at ?? null,
    confirmedByName: nameOf(confirmed.get(point)),
  }));
}
