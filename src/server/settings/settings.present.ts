import {
  type AdminSetting,
  type SettingKey,
  type Settings,
  settingDefinitions,
  settingKeys,
} from '../../shared/settings.ts';
import { type SiteSettings, siteSettingsDefaults } from '../../shared/site-settings.ts';
import type { StoredSetting } from './settings.queries.ts';

/** The stored values over the defaults; one that no longer fits its rule counts as not set. */
export function presentSettings(rows: readonly StoredSetting[]): Settings {
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  const settings = Object.fromEntries(
    settingKeys.map((key) => [key, readSetting(key, stored.get(key))]),
  ) as Settings;
  return settings;
}

function readSetting(key: SettingKey, stored: unknown): Settings[SettingKey] {
  const definition = settingDefinitions[key];
  if (stored === undefined) return definition.default;
  const parsed = definition.schema.safeParse(stored);
  return parsed.success ? parsed.data : definition.default;
}

/** A whitelist by construction: what is not among the site's settings does not leave. */
export function presentSiteSettings(settings: Settings): SiteSettings {
  const keys = Object.keys(siteSettingsDefaults) as (keyof SiteSettings)[];
  return Object.fromEntries(keys.map((key) => [key, settings[key]])) as SiteSettings;
}

export function presentAdminSettings(rows: readonly StoredSetting[]): AdminSetting[] {
  const settings = presentSettings(rows);
  const changed = new Map(rows.map((row) => [row.key, row.updated_at]));
  return settingKeys.map((key) => {
    const { label, group, default: initial, ownerShouldConfirm, public: isPublic } = settingDefinitions[key];
    return {
      key,
      label,
      group,
      value: settings[key],
      default: initial,
      ownerShouldConfirm,
      public: isPublic,
      updatedAt: changed.get(key) ?? null,
    };
  });
}
