import type { Kysely } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { up as lowerRangeLimits } from '../../../migrations/2026-11-29T2121-own-range-limits.ts';
import { isGuardedSetting } from '../../shared/admin/guarded-settings.ts';
import { settingDefinitions, settingKeys } from '../../shared/settings.ts';
import { siteSettingsDefaults } from '../../shared/site-settings.ts';
import { auditActions, auditEntries } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';
import { getSettings } from './settings.operations.ts';

const test = setUpTestApp();
let admin: TestUser;

beforeAll(async () => {
  admin = await test.createUser({ role: 'admin' });
});
beforeEach(async () => {
  // Resets settings whose defaults several tests expect.
  for (const key of ['supportEmail', 'reviewHoursFrom', 'claimMembers', 'requireAdminTwoFactor'] as const) {
    await test.caller(admin).admin.settings.update([{ key, value: settingDefinitions[key].default }]);
  }
});

describe('setting definitions', () => {
  it.each(settingKeys)('the default of %s matches its schema', (key) => {
    const { schema, default: initial } = settingDefinitions[key];
    expect(schema.parse(initial)).toEqual(initial);
  });

  it('the settings marked as public are exactly those that pages receive', () => {
    const publicKeys = settingKeys.filter((key) => settingDefinitions[key].public);
    expect(publicKeys.toSorted()).toEqual(Object.keys(siteSettingsDefaults).toSorted());
  });
});

describe('settings.public', () => {
  it('visitors get only the public settings, here with their defaults', async () => {
    expect(await test.caller(null).settings.public()).toEqual(siteSettingsDefaults);
  });

  it('a change is visible immediately', async () => {
    await test.caller(admin).admin.settings.update([{ key: 'claimMembers', value: '12,000' }]);
    expect(await test.caller(null).settings.public()).toMatchObject({ claimMembers: '12,000' });
  });

  it('a change on another server is visible immediately', async () => {
    await test.caller(admin).admin.settings.update([{ key: 'supportEmail', value: 'us@example.test' }]);
    expect((await getSettings(test.deps)).supportEmail).toBe('us@example.test');
    await test.deps.db
      .updateTable('settings')
      .set({ value: JSON.stringify('help@example.test') })
      .where('key', '=', 'supportEmail')
      .execute();
    expect((await getSettings(test.deps)).supportEmail).toBe('help@example.test');
  });

  it('a stored value that its schema rejects falls back to the default', async () => {
    await test.caller(admin).admin.settings.update([{ key: 'claimMembers', value: '9' }]);
    await test.deps.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ members: 9 }) })
      .where('key', '=', 'claimMembers')
      .execute();
    expect((await getSettings(test.deps)).claimMembers).toBe(siteSettingsDefaults.claimMembers);
  });
});

describe('admin.settings.update', () => {
  it('a changed setting is stored, and the audit log records both values', async () => {
    await test.caller(admin).admin.settings.update([{ key: 'requireAdminTwoFactor', value: true }]);
    expect((await getSettings(test.deps)).requireAdminTwoFactor).toBe(true);
    const entry = (await auditEntries(test, { action: 'setting.changed' })).at(-1);
    expect(entry).toEqual(
      expect.objectContaining({
        actor_id: admin.userId,
        subject_id: 'requireAdminTwoFactor',
        details: { before: false, after: true },
      }),
    );
  });

  it('saving a value that is already stored changes no setting; the audit log records only that the value was confirmed', async () => {
    const { settings } = test.caller(admin).admin;
    await settings.update([{ key: 'claimStudents', value: '400' }]);
    await settings.confirmPoint({ point: 'claimStudents', confirmed: false });
    const before = await settings.list();
    test.clock.advance(60_000);
    await settings.update([{ key: 'claimStudents', value: '400' }]);
    await settings.update([{ key: 'claimStudents', value: '400' }]);
    expect(await settings.list()).toEqual(before);
    expect(await auditActions(test, { subject_id: 'claimStudents' })).toEqual([
      'setting.changed',
      'setting.reopened',
      'setting.confirmed',
    ]);
  });

  it.each([
    ['discordUrl', 'javascript:alert(1)', 'Enter an address that starts with https://'],
    ['discordUrl', 'http://discord.gg/x', 'Enter an address that starts with https://'],
    ['tutorialVideoUrl', 'https://example.test/video', 'Enter the address of a YouTube video'],
    ['supportEmail', 'nobody', 'Enter an email such as name@example.com'],
    ['reviewHoursFrom', 200, 'The shortest review time cannot exceed the longest'],
    ['questionsSilver', 5, 'A higher membership cannot include fewer questions'],
    ['storedHandsSilver', 10, 'A higher membership cannot include fewer hands'],
    ['ownRangesFree', 500, 'A higher membership cannot include fewer ranges'],
    ['shareLinksSilver', 4, 'A higher membership cannot include fewer links'],
    ['reviewHoursFrom', 1.5, 'Enter a whole number from 1 to 720'],
    ['statementDescriptor', 'A*B', 'Use at least 5 characters'],
    ['requireAdminTwoFactor', 'yes', 'Choose on or off'],
  ] as const)('rejects %s = %s with a message that says how to correct it', async (key, value, message) => {
    const before = await test.caller(admin).admin.settings.list();
    await expect(test.caller(admin).admin.settings.update([{ key, value }])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message),
    });
    expect(await test.caller(admin).admin.settings.list()).toEqual(before);
  });

  it('if any setting of a request is invalid, saves none and names each invalid one; otherwise saves all', async () => {
    const { settings } = test.caller(admin).admin;
    const before = await settings.list();
    await expect(
      settings.update([
        { key: 'claimMembers', value: '13,000' },
        { key: 'discordUrl', value: 'discord' },
        { key: 'supportEmail', value: 'nobody' },
      ]),
    ).rejects.toMatchObject({
      cause: { fields: { discordUrl: expect.any(String), supportEmail: expect.any(String) } },
    });
    expect(await settings.list()).toEqual(before);
    await settings.update([
      { key: 'reviewHoursFrom', value: 50 },
      { key: 'reviewHoursTo', value: 60 },
    ]);
    expect(await getSettings(test.deps)).toMatchObject({ reviewHoursFrom: 50, reviewHoursTo: 60 });
    await settings.update([
      { key: 'reviewHoursFrom', value: 24 },
      { key: 'reviewHoursTo', value: 48 },
    ]);
  });

  it('rejects a change if another admin has changed the value since it was read', async () => {
    const other = await test.createUser({ role: 'admin' });
    const seen = siteSettingsDefaults.claimMembers;
    await test.caller(other).admin.settings.update([{ key: 'claimMembers', value: '99', before: seen }]);
    const change = { key: 'claimMembers', value: '100', before: seen } as const;
    await expect(test.caller(admin).admin.settings.update([change])).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { fields: { claimMembers: expect.stringContaining('was saved in the meantime') } },
    });
    expect((await getSettings(test.deps)).claimMembers).toBe('99');
  });

  it('a value that another admin has already saved is no conflict, and the other changes of the request are saved', async () => {
    const { settings } = test.caller(admin).admin;
    await settings.update([{ key: 'useRealNumbers', value: true }]);
    await settings.update([
      { key: 'useRealNumbers', value: true, before: false },
      { key: 'claimSupport', value: '9-to-5' },
    ]);
    expect(await getSettings(test.deps)).toMatchObject({ useRealNumbers: true, claimSupport: '9-to-5' });
    await settings.update([{ key: 'useRealNumbers', value: false }]);
  });

  it('a conflict names the value that another admin has saved, as the settings page shows it', async () => {
    const { settings } = test.caller(admin).admin;
    // `before` differs from the stored defaults, as if another admin had saved the defaults in the meantime.
    const late = [
      { key: 'minimumAge', value: 21, before: 20 },
      { key: 'kycGate', value: 'purchases', before: 'everything' },
    ] as const;
    await expect(settings.update([...late])).rejects.toMatchObject({
      cause: {
        fields: {
          minimumAge: '“18” was saved in the meantime. Save again to use what you entered.',
          kycGate: '“Nothing” was saved in the meantime. Save again to use what you entered.',
        },
      },
    });
  });

  it('concurrent changes cannot make the shortest review time exceed the longest', async () => {
    const change = (key: 'reviewHoursFrom' | 'reviewHoursTo', value: number) =>
      test.caller(admin).admin.settings.update([{ key, value }]);
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => [change('reviewHoursFrom', 40), change('reviewHoursTo', 30)]).flat(),
    );
    const { reviewHoursFrom, reviewHoursTo } = await getSettings(test.deps);
    expect(reviewHoursFrom).toBeLessThanOrEqual(reviewHoursTo);
    expect(results.some(({ status }) => status === 'rejected')).toBe(true);
    await change('reviewHoursFrom', 24);
    await change('reviewHoursTo', 48);
  });
});

describe('settings that protect users and identity documents', () => {
  const guarded = settingKeys.filter(isGuardedSetting);

  it('the guarded settings concern security, identity documents, the support email and the desktop app', () => {
    expect(guarded.toSorted()).toEqual(
      [
        'passwordPolicy',
        'requireAdminTwoFactor',
        'requireVerifiedEmailAtCheckout',
        'studentsSeeOwnPapers',
        'minimumAge',
        'documentRetentionDays',
        'kycGate',
        'supportEmail',
        'desktopAppUrl',
      ].toSorted(),
    );
  });

  it.each(guarded)('changing %s requires recent authentication, even for an invalid value', async (key) => {
    const before = await test.caller(admin).admin.settings.list();
    const changes = async () => (await auditEntries(test, { action: 'setting.changed' })).length;
    const changesBefore = await changes();
    const stale = { ...admin, confirmedAt: new Date(test.deps.now().getTime() - 16 * 60_000).toISOString() };
    const { confirmedAt, ...neverConfirmed } = admin;
    expect(confirmedAt).toBeDefined();
    for (const actor of [stale, neverConfirmed]) {
      for (const value of [settingDefinitions[key].default, 'no such value']) {
        await expect(test.caller(actor).admin.settings.update([{ key, value }])).rejects.toMatchObject({
          code: 'FORBIDDEN',
          cause: { code: 'step_up_required' },
        });
      }
    }
    expect(await test.caller(admin).admin.settings.list()).toEqual(before);
    expect(await changes()).toBe(changesBefore);
  });

  it('other settings do not require recent authentication', async () => {
    const stale = { ...admin, confirmedAt: new Date(0).toISOString() };
    const saved = test.caller(stale).admin.settings.update([{ key: 'claimMembers', value: '14,000' }]);
    expect((await saved).find(({ key }) => key === 'claimMembers')).toMatchObject({ value: '14,000' });
  });
});

it('a stored limit of own ranges above the maximum counts as the default until the migration lowers it to the maximum', async () => {
  await test.deps.db
    .insertInto('settings')
    .values(
      Object.entries({ ownRangesFree: 7, ownRangesGold: 5_000, storedHandsGold: 6_000 }).map(
        ([key, value]) => ({ key, value: JSON.stringify(value), updated_by: null }),
      ),
    )
    .execute();
  expect(await getSettings(test.deps)).toMatchObject({ ownRangesGold: 200 });
  await lowerRangeLimits(test.deps.db as unknown as Kysely<unknown>);
  expect(await getSettings(test.deps)).toMatchObject({
    ownRangesFree: 7,
    ownRangesGold: 1_000,
    storedHandsGold: 6_000,
  });
});
