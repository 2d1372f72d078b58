import { ensureAdmin } from '../auth/configured-admin.operations.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { loadEnvironmentFile } from '../config/environment-file.ts';
import { createPasswords } from '../platform/crypto/passwords.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { runCommand } from './run-command.ts';
import { withConnection } from './with-connection.ts';

/** `ADMIN_EMAIL=… ADMIN_PASSWORD=… npm run admin:create`: creates an admin, or promotes an existing account. */
async function main(): Promise<void> {
  if (process.argv.length > 2) {
    throw new Error(
      'Nothing was done: this command takes no arguments. Set the email and the password as variables:\n  ADMIN_EMAIL=… ADMIN_PASSWORD=… npm run admin:create',
    );
  }
  loadEnvironmentFile();
  const config = readConfig(process.env);
  const { admin } = config;
  if (!admin) throw new ConfigError(['ADMIN_EMAIL and ADMIN_PASSWORD must be set']);
  await withConnection(config, async (connection) => {
    await migrateDatabase(connection, { warn: (_facts, message) => console.warn(message) });
    const database = openDatabase(connection, (error) => console.error(error.message));
    try {
      const passwords = await createPasswords(config.passwordCost);
      const deps = { config, db: database.db, passwords, now: () => new Date() };
      const outcome = await ensureAdmin(deps, admin);
      if (outcome === 'cannot log in') {
        throw new Error(
          `Nothing was done: the account ${admin.email} is suspended or about to be deleted, and cannot log in. Use another email.`,
        );
      }
      const password = outcome === 'created' ? '' : '; the password of the account is unchanged';
      console.warn(`Admin ${admin.email}: ${outcome}${password}`);
    } finally {
      await database.close();
    }
  });
}

await runCommand(main);
