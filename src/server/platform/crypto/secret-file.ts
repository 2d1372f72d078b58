import { randomBytes } from 'node:crypto';
import { promises as fs } from 'node:fs';
import path from 'node:path';

/**
 * A random secret that is created once and stored in a file that only the server's operating-system account can read.
 * A program that is killed while it creates the file leaves no incomplete secret in it. Programs that start together
 * get the same secret.
 * @throws Error if the file is empty
 */
export async function readOrCreateSecret(file: string): Promise<string> {
  const existing = await readSecret(file);
  if (existing !== undefined) return existing;
  await fs.mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await fs.writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    await fs.link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await fs.rm(draft, { force: true });
  }
  return (await readSecret(file)) ?? '';
}

async function readSecret(file: string): Promise<string | undefined> {
  try {
    const secret = (await fs.readFile(file, 'utf8')).trim();
    if (secret === '')
      throw new Error(`The secret in ${file} is empty. Remove the file, or restore it from a backup.`);
    return secret;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
