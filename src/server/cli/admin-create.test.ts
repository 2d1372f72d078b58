import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

it('an address as an argument is rejected with the variables to set, instead of being ignored', () => {
  const script = path.join(import.meta.dirname, 'admin-create.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, 'someone@example.org'], {
    encoding: 'utf8',
    // In production, because the script would create a database without the check.
    env: {
      NODE_ENV: 'production',
      ADMIN_EMAIL: 'owner@academy.example',
      ADMIN_PASSWORD: 'a long password of an admin',
    },
  });
  expect(status).toBe(1);
  expect(stderr).toContain('ADMIN_EMAIL=… ADMIN_PASSWORD=… npm run admin:create');
});
