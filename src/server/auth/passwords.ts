import argon2 from 'argon2';
import { createHashLanes, type HashLanes } from './hash-lanes.ts';

/** argon2id as OWASP and RFC 9106 suggest for 19 MiB; stored in each hash, so that it can be raised later (ACC-1). */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export type Passwords = Pick<HashLanes, 'inLine' | 'isFull' | 'load'> & {
  /** PHC string. @throws DomainError busy */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time whether or not the account exists (ACC-4): without a hash a dummy is checked.
   * @throws DomainError busy
   */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  /** True when the hash was made with weaker parameters than today's. */
  isOutdated(hash: string): boolean;
};

/**
 * Hashes once at start: a broken binary gives a sentence now instead of a crash at the first login (LIB-1).
 * @param patienceMs the longest that a hash should wait for its turn
 */
export async function createPasswords(patienceMs = 250): Promise<Passwords> {
  const dummy = await argon2.hash('a password that nobody has', parameters);
  const { run, inLine, isFull, load } = createHashLanes(patienceMs);

  return {
    inLine,
    isFull,
    load,
    hash: (password) => run(() => argon2.hash(password, parameters)),
    matches: (hash, password) =>
      run(async () => {
        const matches = await argon2.verify(hash ?? dummy, password);
        return hash !== undefined && matches;
      }),
    isOutdated: (hash) => argon2.needsRehash(hash, parameters),
  };
}
