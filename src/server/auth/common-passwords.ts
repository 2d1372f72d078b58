import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { commonPasswordHash } from '../../shared/auth/common-passwords.ts';
import { isPattern } from '../../shared/auth/password-strength.ts';

/** Almost fifty thousand common passwords from published breaches, shipped as a data file by the package. */
const listFile = import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json');

/** Passwords missing from that file, such as poker terms. */
const additional =
  'allin123 fullhouse royalflush aceofspades texasholdem qwertz qwertzuiop p@ssword login123 guest123';

/** Suffixes of hashes by prefix: about twelve per prefix. */
type Table = ReadonlyMap<string, readonly string[]>;

/** Yields regularly, so that it does not block the event loop. */
async function readTable(): Promise<Table> {
  const text = await fs.readFile(fileURLToPath(listFile), 'utf8');
  const passwords = [...z.array(z.string()).parse(JSON.parse(text)), ...additional.split(' ')];
  const suffixes = new Map<string, string[]>();
  for (const [index, password] of passwords.entries()) {
    if (index % 1_000 === 999) await nextTurn();
    const { prefix, suffix } = hashOf(password);
    const existing = suffixes.get(prefix);
    if (existing) existing.push(suffix);
    else suffixes.set(prefix, [suffix]);
  }
  return suffixes;
}

/** @returns a function that reads once. After a failure, its next call reads again. */
export function readOnce<Content>(read: () => Promise<Content>): () => Promise<Content> {
  let content: Promise<Content> | undefined;
  return () => {
    content ??= read().catch((error: unknown) => {
      content = undefined;
      throw error;
    });
    return content;
  };
}

const table = readOnce(readTable);

function hashOf(password: string): { prefix: string; suffix: string } {
  const hash = createHash('sha256').update(password.toLowerCase()).digest('hex');
  return {
    prefix: hash.slice(0, commonPasswordHash.prefixLength),
    suffix: hash.slice(commonPasswordHash.prefixLength, commonPasswordHash.length),
  };
}

/**
 * Returns the suffixes of all hashes that start with this prefix. The browser compares them, so that it never sends
 * the password.
 */
export async function listCommonPasswordHashes(prefix: string): Promise<string[]> {
  return [...((await table()).get(prefix) ?? [])];
}

/** Whether a password is in the list of common passwords, or follows a pattern such as `abcdef`. */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (isPattern(password)) return true;
  const { prefix, suffix } = hashOf(password);
  return (await listCommonPasswordHashes(prefix)).includes(suffix);
}
