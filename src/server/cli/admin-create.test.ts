import { execFile, spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { databaseUrlOf } from '../../testing/postgres-url.ts';
import { cloneDatabase } from '../../testing/test-db.ts';
import { openDatabase } from '../platform/db/database.ts';

const command = path.join(import.meta.dirname, 'admin-create.ts');

it('an email address as an argument is rejected, and the message names the variables to set', () => {
  const { status, stderr } = spawnSync(process.execPath, [command, 'someone@example.org'], {
    encoding: 'utf8',
    // In production, a script that ignored the argument would fail instead of creating a database.
    env: {
      NODE_ENV: 'production',
      ADMIN_EMAIL: 'owner@academy.example',
      ADMIN_PASSWORD: 'a long password of an admin',
    },
  });
  expect(status).toBe(1);
  expect(stderr).toContain('ADMIN_EMAIL=… ADMIN_PASSWORD=… npm run admin:create');
});

it('the command creates an admin with the given name, and says that an existing account keeps its password or cannot log in', async () => {
  const database = await cloneDatabase();
  const createAdmin = async (password: string, name = {}) => {
    const { stderr } = await promisify(execFile)(process.execPath, [command], {
      // Outside of the repository, so that the repository's `.env` is not loaded.
      cwd: os.tmpdir(),
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: databaseUrlOf(database.connection),
        ADMIN_EMAIL: 'owner@academy.test',
        ADMIN_PASSWORD: password,
        ...name,
      },
    });
    return stderr.trim();
  };
  try {
    const name = { ADMIN_FIRST_NAME: 'Mara', ADMIN_LAST_NAME: 'Ellis' };
    expect(await createAdmin('owner of the academy', name)).toBe('Admin owner@academy.test: created');
    expect(await createAdmin('another password')).toBe(
      'Admin owner@academy.test: present; the password of the account is unchanged',
    );
    const { db, close } = openDatabase(database.connection, () => undefined);
    const admins = await db.selectFrom('users').select(['first_name', 'last_name']).execute();
    await db.updateTable('users').set({ suspended_at: new Date() }).execute();
    await close();
    await expect(createAdmin('another password')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('owner@academy.test is suspended or about to be deleted'),
    });
    expect(admins).toEqual([{ first_name: 'Mara', last_name: 'Ellis' }]);
  } finally {
    await database.drop();
  }
});
