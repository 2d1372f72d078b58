import { describe, expect, it } from 'vitest';
import { settingChoices, settingValueText } from '../../../../shared/setting-values.ts';
import { confirmationPoints, settingDefinitions, settingKeys } from '../../../../shared/settings.ts';
import { settingProblem, typedSettingValue } from './setting-labels.ts';
import { filterOf, isShown, matchesIn, settingSections } from './setting-sections.ts';

describe('typed settings', () => {
  it.each(settingKeys)('setting %s: the typed default is valid and unchanged', (key) => {
    const initial = settingDefinitions[key].default;
    expect(typedSettingValue(key, String(initial))).toBe(initial);
    expect(settingProblem(key, String(initial))).toBeUndefined();
  });

  it('an invalid setting says how to correct it, and an empty number is not 0', () => {
    expect(settingProblem('reviewHoursTo', '')).toBe('Enter a whole number from 1 to 720');
    for (const typed of ['2.5', '1e2', '0x10', '24h']) {
      expect(settingProblem('reviewHoursTo', typed), typed).toBe('Enter a whole number from 1 to 720');
    }
    expect(settingProblem('reviewHoursTo', ' 24 ')).toBeUndefined();
    expect(settingProblem('discordUrl', 'javascript:alert(1)')).toBe(
      'Enter an address that starts with https://',
    );
    expect(settingProblem('discordUrl', ' ')).toBeUndefined();
  });

  it('the default of each choice setting is one of its choices, and values are shown as text', () => {
    for (const key of settingKeys) {
      const choices = settingChoices(key);
      if (choices) expect(choices.map(({ value }) => value)).toContain(settingDefinitions[key].default);
    }
    expect(settingValueText('kycGate', 'off')).toBe('Nothing');
    expect(settingValueText('discordUrl', '')).toBe('empty');
    expect(settingValueText('storedHandsGold', 5000)).toBe('5,000');
  });
});

describe('the sections of the settings', () => {
  const settings = settingKeys.map((key) => ({
    key,
    ...settingDefinitions[key],
    value: settingDefinitions[key].default,
    updatedAt: null,
    updatedByName: null,
  }));
  const points = confirmationPoints.map((point) => ({ point, confirmedAt: null, confirmedByName: null }));
  const data = { settings, points };
  const found = (search: string, toConfirm = false) =>
    settingSections.flatMap((section) => matchesIn(section, data, filterOf(search, toConfirm)));

  it('contain every setting, and every point that an admin must confirm, exactly once', () => {
    // Two points are not settings: the prices of memberships, and the privacy notice.
    expect(found('').toSorted()).toEqual([...settingKeys, 'planPrices', 'privacyNotice'].toSorted());
    expect(found('', true).toSorted()).toEqual(confirmationPoints.toSorted());
  });

  it('are searched by label, hint and title, in any case and order of the words', () => {
    expect(found('EMAIL support')).toEqual(['supportEmail']);
    expect(found('identity review')).toContain('minimumAge');
    expect(found('no such thing')).toEqual([]);
    // Not found in the middle of a word, such as image, message or page.
    expect(found('age')).toEqual(['minimumAge']);
    expect(isShown('announcement', data, filterOf('bottom of every page', false))).toBe(true);
    expect(isShown('announcement', data, filterOf('', true))).toBe(false);
  });

  it.each([
    ['headline', 'pages'],
    ['title', 'pages'],
    ['title', 'contact'],
    ['logo', 'look'],
    ['color', 'look'],
    ['Colour', 'look'],
    ['price', 'prices'],
    ['currency', 'prices'],
    ['coach', 'company'],
    ['coach', 'coaching'],
    ['refund', 'contact'],
    ['refund', 'emails'],
    ['tax', 'legal'],
    ['VAT', 'legal'],
    ['email sender', 'contact'],
    ['email sender', 'emails'],
    ['passport', 'review'],
    ['delete', 'review'],
    ['phone', 'contact'],
    ['address', 'company'],
    ['signup', 'review'],
    ['sign up', 'review'],
    ['forgotten password', 'emails'],
    ['footer', 'pages'],
    ['terms', 'legal'],
    ['banner', 'announcement'],
  ] as const)('are found by the terms that admins use: %s in %s', (search, section) => {
    expect(isShown(section, data, filterOf(search, false))).toBe(true);
  });
});
