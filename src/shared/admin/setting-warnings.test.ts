import { expect, it } from 'vitest';
import { settingWarnings } from './setting-warnings.ts';

it('settingWarnings warns of unusual values only', () => {
  expect(settingWarnings({ minimumAge: 18, reviewHoursTo: 72, supportEmail: 'help@example.test' })).toEqual(
    [],
  );
  expect(settingWarnings({ minimumAge: 16, reviewHoursTo: 240, requireAdminTwoFactor: false })).toEqual([
    'People could register from the age of 16.',
    'Students would wait up to 10 days for their identity review.',
    'Admins could log in with nothing but a password.',
  ]);
});
