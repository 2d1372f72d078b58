import { promises as fs } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import type { Db } from './database.ts';

const migrationFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

function createMigrator(db: Db): Migrator {
  return new Migrator({
    db,
    provider: new FileMigrationProvider({ fs, path, migrationFolder, import: (file) => import(file) }),
  });
}

/**
 * Brings the schema up to date. Kysely takes an advisory lock, so that several servers may start at once (DB-7).
 * @returns the names of the migrations that ran.
 * @throws when a migration fails, or when the database knows migrations that this version does not.
 */
export async function migrateToLatest(db: Db): Promise<string[]> {
  const { error, results } = await createMigrator(db).migrateToLatest();
  if (error) {
    throw new Error('The database could not be migrated. Is it from a newer version of the academy?', {
      cause: error,
    });
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** True when every migration of this version has run (readiness, SRV-4). */
export async function isMigrated(db: Db): Promise<boolean> {
  const migrations = await createMigrator(db).getMigrations();
  return migrations.every((migration) => migration.executedAt !== undefined);
}
