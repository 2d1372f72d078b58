import { promises as fs } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readJson } from '../../platform/json-text.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().min(0);
/** A compressed file next to the manifest. */
const part = z.object({ file: z.string().regex(/^[a-z0-9_.-]+$/), sha256 });

const manifestSchema = z.object({
  format: z.literal('academy backup 1'),
  takenAt: z.iso.datetime(),
  /** The academy's version from package.json. */
  version: z.string(),
  postgres: z.string(),
  migrations: z.array(z.string()),
  /** Public ids of the encryption keys that the backup needs. */
  keyIds: z.array(z.string()),
  tables: z.array(part.extend({ name: z.string(), columns: z.array(z.string()).min(1), rows: count })),
  sequences: z.array(z.object({ name: z.string(), value: z.number().int(), isCalled: z.boolean() })),
  jobs: part.extend({ count }),
  files: part.extend({ count, bytes: count }),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type TablePart = Manifest['tables'][number];
export type SequenceValue = Manifest['sequences'][number];

/** Why a backup cannot be made or restored, in a sentence for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const manifestName = 'manifest.json';

/** Written last and atomically: a folder without a manifest is an incomplete backup. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const partial = path.join(folder, `${manifestName}.part`);
  const handle = await fs.open(partial, 'w', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify(manifest, null, 2)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(partial, path.join(folder, manifestName));
}

export async function hasManifest(folder: string): Promise<boolean> {
  return (await readIfPresent(path.join(folder, manifestName))) !== undefined;
}

/** The text of a file; undefined if there is none. */
export async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @throws BackupError if the folder has no complete backup, or its manifest is damaged or of another format */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readIfPresent(path.join(folder, manifestName));
  if (text === undefined) {
    throw new BackupError(
      `${folder} contains no complete backup: there is no ${manifestName}. If the backup was interrupted, run the backup again with this folder.`,
    );
  }
  const parsed = manifestSchema.safeParse(readJson(text));
  if (!parsed.success) {
    throw new BackupError(`${path.join(folder, manifestName)} is damaged, or from an unknown version.`);
  }
  return parsed.data;
}
