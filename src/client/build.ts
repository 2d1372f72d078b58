import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { compressAssets } from './compress-assets.ts';

/**
 * Builds the client into dist/client and the server renderer into dist/render if their sources have changed since the
 * last build, then compresses the assets. `--force` always builds. `npm start` runs this script in parallel with server
 * startup. The server accepts requests before the assets are compressed.
 */

const projectRoot = join(import.meta.dirname, '..', '..');
const hashFile = join(projectRoot, 'dist/client/.build-hash');
const sources = ['src/client', 'src/shared', 'public', 'vite.config.ts', 'package-lock.json'];

/** Tests, hidden files and editor backups are not part of the build. */
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

/** SHA-256 over file names and contents. Modification times do not affect it. */
async function hashSources(): Promise<string> {
  const files = (await Promise.all(sources.map(listFiles))).flat().filter((file) => !ignored.test(file));
  const hash = createHash('sha256').update(`node ${process.versions.node.split('.')[0]}\n`);
  for (const file of files.sort()) {
    // A thousand small files: reading them one after the other asynchronously would take five times as long.
    const content = readFileSync(join(projectRoot, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

const tolerate =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException) => {
    if (!codes.includes(error.code ?? '')) throw error;
  };

async function ensureFolder(name: string): Promise<string> {
  await mkdir(join(projectRoot, name), { recursive: true });
  return join(projectRoot, name);
}

/**
 * Moves a finished folder into place. If a concurrent build finished first, its folder stays, because it was built from
 * the same sources.
 */
async function putInPlace(built: string, target: string, old: string): Promise<void> {
  await rename(target, old).catch(tolerate('ENOENT'));
  await rename(built, target).catch(tolerate('ENOTEMPTY', 'EEXIST'));
}

// Replaces the inherited value. With the value that a test runner sets, the build would include React's much larger
// development build.
process.env.NODE_ENV = 'production';

// The parent process is the server that started this build. If it exits, the build is no longer needed.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();
// The server, which started this build, gets the processor first, because its start takes longer than the build.
if (process.send) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const isForced = process.argv.includes('--force');
const startedAt = performance.now();
const sourceHash = await hashSources();
/** Whether the existing build was built from these sources. */
const isUpToDate = async () => (await readFile(hashFile, 'utf8').catch(() => '')) === sourceHash;

if ((await isUpToDate()) && !isForced) {
  process.stdout.write('Client is up to date\n');
} else {
  // Builds into a temporary folder first, so that a failed or concurrent build leaves the existing files complete.
  const temporary = await mkdtemp(join(await ensureFolder('dist'), '.build-'));
  try {
    // The build tools are large, so they are loaded only when the sources have changed.
    const { buildPages } = await import('./build-pages.ts');
    const [client, render] = [join(temporary, 'client'), join(temporary, 'render')];
    await buildPages(projectRoot, client, render);
    await writeFile(join(client, '.build-hash'), sourceHash);
    // The build of a concurrent process stays, because a server may already read its files.
    if (isForced || !(await isUpToDate())) {
      await putInPlace(render, join(projectRoot, 'dist/render'), join(temporary, 'old-render'));
      await putInPlace(client, join(projectRoot, 'dist/client'), join(temporary, 'old-client'));
    }
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`Client built in ${seconds} s\n`);
}

process.send?.('usable');
// Files are missing if a concurrent build has replaced the folder; that build compresses its own files.
await compressAssets(join(projectRoot, 'dist/client/assets')).catch(tolerate('ENOENT'));
