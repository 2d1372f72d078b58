import { execFile } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { addressOf } from '../../testing/postgres-address.ts';
import { cloneDatabase } from '../../testing/test-db.ts';

it('the command says that an existing account keeps its password', async () => {
  const database = await cloneDatabase();
  const command = fileURLToPath(new URL('admin-create.ts', import.meta.url));
  const createAdmin = async (password: string) => {
    const { stderr } = await promisify(execFile)(process.execPath, [command], {
      // Not the repository, so that its `.env` is not loaded.
      cwd: os.tmpdir(),
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: addressOf(database.connection),
        ADMIN_EMAIL: 'owner@academy.test',
        ADMIN_PASSWORD: password,
      },
    });
    return stderr.trim();
  };
  try {
    expect(await createAdmin('owner of the academy')).toBe('Admin owner@academy.test: created');
    expect(await createAdmin('another password')).toBe(
      'Admin owner@academy.test: present; the password of the account is unchanged',
    );
  } finally {
    await database.drop();
  }
});
