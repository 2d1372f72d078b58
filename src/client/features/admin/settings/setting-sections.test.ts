import { describe, expect, it } from 'vitest';
import { confirmationPoints, settingDefinitions, settingKeys } from '../../../../shared/settings.ts';
import { filterOf, isShown, matchesIn, settingSections } from './setting-sections.ts';

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

  it('are searched by label, hint and title, in upper or lower case and in any order of the words', () => {
    expect(found('EMAIL support')).toEqual(['supportEmail']);
    expect(found('identity review')).toContain('minimumAge');
    expect(found('no such thing')).toEqual([]);
    // Matches only at the start of a word, so not in "image", "message" or "page".
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
