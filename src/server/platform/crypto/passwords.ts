import argon2 from 'argon2';
import { createHashLimiter, type HashLimiter } from './hash-limiter.ts';
import { createHashProcess } from './hash-process.ts';

/** Memory in KiB, and passes, of argon2id. Each hash contains its own parameters, so these can be raised later. */
export type PasswordCost = Readonly<{ memoryCost: number; timeCost: number }>;

export type Passwords = Pick<HashLimiter, 'reserve' | 'isFull' | 'load'> & {
  /** @returns a PHC string @throws DomainError busy */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time whether or not the account exists: without a hash, a dummy hash is checked.
   * @throws DomainError busy
   */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  /** Whether the hash was made with parameters other than the current ones. */
  isOutdated(hash: string): boolean;
};

/** One hash process, even if tests start several servers in this process. */
const { compute } = createHashProcess();

/**
 * Hashes once, so that a broken argon2 binary fails at startup instead of at the first login.
 * @param timeoutMs - the longest time a hash should wait for its turn
 */
export async function createPasswords(cost: PasswordCost, timeoutMs = 250): Promise<Passwords> {
  const computeHash = async (password: string) => {
    const result = await compute({ kind: 'hash', password, ...cost });
    if (!('hash' in result)) throw new Error('the hash process returned no hash');
    return result.hash;
  };
  const verify = async (hash: string, password: string) => {
    const result = await compute({ kind: 'verify', password, hash });
    if (!('matches' in result)) throw new Error('the hash process returned no result');
    return result.matches;
  };
  const dummy = await computeHash('a password that nobody has');
  const { run, reserve, isFull, load } = createHashLimiter(timeoutMs);

  return {
    reserve,
    isFull,
    load,
    hash: (password) => run(() => computeHash(password)),
    matches: (hash, password) =>
      run(async () => {
        const matches = await verify(hash ?? dummy, password);
        return hash !== undefined && matches;
      }),
    isOutdated: (hash) => argon2.needsRehash(hash, { parallelism: 1, ...cost }),
  };
}
