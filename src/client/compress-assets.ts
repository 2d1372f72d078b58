import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const compressible = /\.(m?js|css|svg)$/;
/** Smaller files are not compressed: the saving is negligible compared with a round trip. */
const minCompressedBytes = 1_000;

/**
 * The maximum quality would take longer than the whole build, and save only two percent more than the quality below it.
 */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY - 1 } };

/** Writes compressed copies next to each text asset of at least 1,000 bytes that has no copies yet. */
export async function compressAssets(folder: string): Promise<void> {
  const files = await readdir(folder);
  const existing = new Set(files);
  const compress = async (name: string) => {
    const bytes = await readFile(join(folder, name));
    if (bytes.length < minCompressedBytes) return;
    await put(folder, `${name}.br`, await brotli(bytes, brotliOptions));
    await put(folder, `${name}.gz`, await gzipped(bytes, { level: 9 }));
  };
  await Promise.all(
    files.filter((name) => compressible.test(name) && !existing.has(`${name}.gz`)).map(compress),
  );
}

/** The server may already serve the folder, so it must not find a file that is only half written. */
async function put(folder: string, name: string, bytes: Buffer): Promise<void> {
  const partial = join(folder, `.${name}-${process.pid}`);
  await writeFile(partial, bytes);
  await rename(partial, join(folder, name));
}
