import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import process from 'node:process';
import { build } from 'vite';

/**
 * Builds the client into dist/client when what it is made of has changed since the last build; `--force` always.
 * Runs before `npm start`, so that an unchanged checkout starts at once.
 */

const projectRoot = join(import.meta.dirname, '..', '..');
const hashFile = join(projectRoot, 'dist/client/.build-hash');
const sources = ['src/client', 'src/shared', 'public', 'vite.config.ts', 'package-lock.json'];

/** Tests are no part of what is built, and editors' leftovers neither. */
const ignored = /\.test\.tsx?$|(^|\/)\.[^/]*$|~$/;

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(join(projectRoot, path), { withFileTypes: true, recursive: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOTDIR') return undefined;
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  if (!entries) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectRoot, join(entry.parentPath, entry.name)));
}

/** SHA-256 over names and contents: times and checkouts do not matter. */
async function hashSources(): Promise<string> {
  const files = (await Promise.all(sources.map(listFiles))).flat().filter((file) => !ignored.test(file));
  const hash = createHash('sha256').update(`node ${process.versions.node.split('.')[0]}\n`);
  for (const file of files.sort()) {
    const content = await readFile(join(projectRoot, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

const startedAt = performance.now();
const current = await hashSources();
const built = await readFile(hashFile, 'utf8').catch(() => '');

if (built === current && !process.argv.includes('--force')) {
  process.stdout.write('Client is up to date\n');
} else {
  await build({
    configFile: join(projectRoot, 'vite.config.ts'),
    root: join(projectRoot, 'src/client'),
    logLevel: 'warn',
  });
  // Written last: a build that failed half-way is stale.
  await writeFile(hashFile, current);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`Client built in ${seconds} s\n`);
}
