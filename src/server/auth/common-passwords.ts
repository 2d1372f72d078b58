import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { commonPasswordHash } from '../../shared/auth/common-passwords.ts';
import { isPattern } from '../../shared/auth/password-strength.ts';

/** The fifty thousand most common passwords of published breaches, a data file of the package. */
const listFile = import.meta.resolve('@zxcvbn-ts/language-common/src/passwords.json');

/** What the breaches do not have, such as words of this trade. */
const more =
  'allin123 fullhouse royalflush aceofspades texasholdem qwertz qwertzuiop p@ssword login123 guest123';

/** By the beginning of their hash, the rest of it: some ten a beginning, a few megabytes in all. */
type Table = ReadonlyMap<string, readonly string[]>;

let table: Promise<Table> | undefined;

/** Read on first use, in parts, so that nobody waits for it. */
async function readTable(): Promise<Table> {
  const text = await fs.readFile(fileURLToPath(listFile), 'utf8');
  const passwords = [...z.array(z.string()).parse(JSON.parse(text)), ...more.split(' ')];
  const rests = new Map<string, string[]>();
  for (const [index, password] of passwords.entries()) {
    if (index % 1_000 === 999) await nextTurn();
    const { asked, rest } = hashOf(password);
    const known = rests.get(asked);
    if (known) known.push(rest);
    else rests.set(asked, [rest]);
  }
  return rests;
}

function hashOf(password: string): { asked: string; rest: string } {
  const hash = createHash('sha256').update(password.toLowerCase()).digest('hex');
  return {
    asked: hash.slice(0, commonPasswordHash.asked),
    rest: hash.slice(commonPasswordHash.asked, commonPasswordHash.length),
  };
}

/**
 * The remainders of all hashes with this prefix: the browser compares them, so that the typed password stays there.
 */
export async function listCommonPasswordHashes(asked: string): Promise<string[]> {
  table ??= readTable();
  return [...((await table).get(asked) ?? [])];
}

/** Whether attackers would try it first: it is in a published breach, or follows a pattern such as `abcdef`. */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (isPattern(password)) return true;
  const { asked, rest } = hashOf(password);
  return (await listCommonPasswordHashes(asked)).includes(rest);
}
