import { createHash } from 'node:crypto';
import { cpSync, promises as fs } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from './sources.ts';

const cache = path.join(root, 'node_modules/.cache');
const maxEntries = 3;

type Options = {
  /** Name of the folder below `node_modules/.cache`. */
  name: string;
  /**
   * Files and folders that determine the content of the cached folder, relative to the repository root. Test files are
   * ignored.
   */
  inputs: readonly string[];
  /** Fills an empty folder, which is then moved into the cache. */
  make: (folder: string) => Promise<void>;
};

/**
 * Creates a folder that is expensive to create, or returns the cached one. When the inputs change, a new folder is
 * created; the cache keeps the `maxEntries` that were used last.
 * @returns its path. The folder is shared, so write to a copy only.
 */
export async function cachedFolder({ name, inputs, make }: Options): Promise<string> {
  const home = path.join(cache, name);
  const entry = path.join(home, await fingerprint(inputs));
  const found = await fs.utimes(entry, new Date(), new Date()).then(
    () => true,
    () => false,
  );
  if (!found) {
    await makeEntry(entry, make);
    await removeOldEntries(home, maxEntries);
  }
  return entry;
}

async function fingerprint(inputs: readonly string[]): Promise<string> {
  const files = (await Promise.all(inputs.map(filesOf))).flat().toSorted();
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const file of files) hash.update(`\0${file}\0`).update(await fs.readFile(path.join(root, file)));
  return hash.digest('hex').slice(0, 16);
}

async function filesOf(source: string): Promise<string[]> {
  if ((await fs.stat(path.join(root, source))).isFile()) return [source];
  const entries = await fs.readdir(path.join(root, source), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

async function makeEntry(entry: string, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const partial = `${entry}.${process.pid}`;
  try {
    await make(folder);
    await fs.mkdir(path.dirname(entry), { recursive: true });
    cpSync(folder, partial, { recursive: true });
    // If two runs create the same folder at the same time, the second uses the entry of the first.
    await fs.rename(partial, entry).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  } finally {
    await fs.rm(partial, { recursive: true, force: true });
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Removes all entries except the `count` most recently used ones. Unfinished entries count as well. */
export async function removeOldEntries(home: string, count: number): Promise<void> {
  const names = await fs.readdir(home);
  const entries = await Promise.all(
    names.map(async (name) => ({ name, usedAt: (await fs.stat(path.join(home, name))).mtimeMs })),
  );
  const old = entries.toSorted((one, other) => other.usedAt - one.usedAt).slice(count);
  for (const { name } of old) await fs.rm(path.join(home, name), { recursive: true, force: true });
}

/**
 * Creates a temporary folder. It is in memory if there is room, because temporary databases cause most of the writes of
 * a test run.
 */
export async function temporaryFolder(): Promise<string> {
  const memory = await fs.statfs('/dev/shm').catch(() => undefined);
  const hasRoom = memory !== undefined && memory.bavail * memory.bsize > 2 * 1024 ** 3;
  const folder = await fs.mkdtemp(path.join(hasRoom ? '/dev/shm' : os.tmpdir(), 'academy-test-'));
  // If root runs the tests, another account runs Postgres and needs access.
  await fs.chmod(folder, 0o711);
  return folder;
}
