import argon2 from 'argon2';
import { DomainError } from '../errors.ts';

/** argon2id as OWASP and RFC 9106 suggest for 19 MiB; stored in each hash, so that it can be raised later (ACC-1). */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Two hashes at a time keep the other requests fast, at the same throughput (hazard M7). */
const lanes = 2;
/** About two seconds of work; more is refused instead of piled up (ACC-2). */
const maxWaiting = 60;

export type Passwords = {
  /** PHC string. @throws DomainError busy */
  hash(password: string): Promise<string>;
  /**
   * Takes the same time whether or not the account exists (ACC-4): without a hash a dummy is checked.
   * @throws DomainError busy
   */
  matches(hash: string | undefined, password: string): Promise<boolean>;
  /** True when the hash was made with weaker parameters than today's. */
  isOutdated(hash: string): boolean;
  /** Hashes under way, and those that wait for their turn. */
  load(): { running: number; waiting: number };
};

/** Hashes once at start: a broken binary gives a sentence now instead of a crash at the first login (LIB-1). */
export async function createPasswords(): Promise<Passwords> {
  const dummy = await argon2.hash('a password that nobody has', parameters);
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inLane<T>(work: () => Promise<T>): Promise<T> {
    if (running >= lanes) {
      if (waiting.length >= maxWaiting) {
        throw new DomainError('busy', 'Many people are signing in right now, please try again in a moment', {
          retryAfterSeconds: 3,
        });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // The lane passes straight to the next in line; without one it is free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  return {
    hash: (password) => inLane(() => argon2.hash(password, parameters)),
    matches: (hash, password) =>
      inLane(async () => {
        const matches = await argon2.verify(hash ?? dummy, password);
        return hash !== undefined && matches;
      }),
    isOutdated: (hash) => argon2.needsRehash(hash, parameters),
    load: () => ({ running, waiting: waiting.length }),
  };
}
