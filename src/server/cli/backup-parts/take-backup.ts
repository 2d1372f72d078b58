import { promises as fs } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { toStorageError } from '../../platform/storage/file-errors.ts';
import { type Storage, StorageError } from '../../platform/storage/storage.ts';
import { readVersion } from '../../platform/version.ts';
import { writeDatabase } from './database-out.ts';
import { copyFilesOut } from './file-copies.ts';
import { BackupError, hasManifest, type Manifest, writeManifest } from './manifest.ts';
import { makeFolder } from './packed-part.ts';

export type BackupSource = {
  pool: pg.Pool;
  /** The store itself, which neither encrypts nor decrypts: encrypted files are copied encrypted. */
  store: Storage;
  now: () => Date;
};

/**
 * `npm run backup`: copies database and files into one folder, while servers keep running. The database comes first, as
 * one snapshot. The files come second, so that they include every file that a row refers to, unless the file was
 * removed in the meantime.
 * @throws BackupError if the folder contains a complete backup or other files, the database has no tables or is being
 * migrated, a file is not copied completely, or the folder's disk is full
 */
export async function takeBackup(source: BackupSource, folder: string): Promise<Manifest> {
  try {
    return await writeBackup(source, folder);
  } catch (error) {
    const failure = toStorageError(error);
    if (!(failure instanceof StorageError && failure.code === 'full')) throw error;
    throw new BackupError(
      `The disk of ${folder} is full. Free some space and run the backup into this folder again, or delete the folder and name one on another disk.`,
    );
  }
}

async function writeBackup(source: BackupSource, folder: string): Promise<Manifest> {
  await makeFolder(folder);
  if (await hasManifest(folder))
    throw new BackupError(`${folder} contains a complete backup already. Name another folder.`);
  await rejectForeign(folder);
  const takenAt = source.now().toISOString();
  const database = await writeDatabase(source.pool, folder);
  const { files, keyIds } = await copyFilesOut(source.store, folder);
  const manifest: Manifest = {
    format: 'academy backup 1',
    takenAt,
    version: await readVersion(),
    ...database,
    keyIds: [...keyIds.union(new Set(database.keyIds))].toSorted(),
    files,
  };
  await writeManifest(folder, manifest);
  return manifest;
}

const ownNames = /^(?:files|files\.part\.jsonl|manifest\.json\.part|[a-z0-9_.-]+\.(?:copy|jsonl)\.gz)$/;

/**
 * A mistyped path must not mix a backup with unrelated files. If others may write to the folder, someone may have
 * planted a link in it, and the backup would overwrite the file that the link leads to.
 */
async function rejectForeign(folder: string): Promise<void> {
  const foreign = (await fs.readdir(folder)).find((name) => !ownNames.test(name)) ?? (await findLink(folder));
  if (foreign !== undefined) {
    throw new BackupError(`${folder} contains other files (${foreign}). Name a new folder for the backup.`);
  }
}

async function findLink(folder: string): Promise<string | undefined> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const link = entries.find((entry) => entry.isSymbolicLink());
  return link && path.relative(folder, path.join(link.parentPath, link.name));
}
