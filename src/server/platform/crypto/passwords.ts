import argon2 from 'argon2';
import { createHashLanes, type HashLanes } from './hash-lanes.ts';

/** Of argon2id: KiB of memory and passes over it; stored in each hash, so that it can be raised later. */
export type PasswordCost = Readonly<{ memoryCost: number; timeCost: number }>;

export type Passwords = Pick<HashLanes, 'inLine' | 'isFull' | 'load'> & {
  /** PHC string. @throws DomainError busy */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time whether or not the account exists: without a hash a dummy is checked.
   * @throws DomainError busy
   */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  /** True when the hash was made with weaker parameters than today's. */
  isOutdated(hash: string): boolean;
};

/**
 * Hashes once at start: a broken binary gives a sentence now instead of a crash at the first login.
 * @param patienceMs the longest that a hash should wait for its turn
 */
export async function createPasswords(cost: PasswordCost, patienceMs = 250): Promise<Passwords> {
  const parameters = { type: argon2.argon2id, parallelism: 1, ...cost } as const;
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
