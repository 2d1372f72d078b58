import { type Config, readConfig } from '../server/config/config.ts';

/** Of hashes that are there to be compared, not to withstand anybody. */
const cheap = { memoryCost: 64, timeCost: 1 };

/**
 * What an academy inside the process of a test is told; its hashes cost next to nothing unless they are to be real. No
 * server that somebody starts can have those: it imports nothing of this folder, and reads no variable about them.
 */
export function testConfig(env: Record<string, string>, { realHashes = false } = {}): Config {
  const config = readConfig({ NODE_ENV: 'development', ...env });
  return {
    ...config,
    // Its outbox and its remarks to developers are there when they are asked for.
    development: env.NODE_ENV === 'development',
    passwordCost: realHashes ? config.passwordCost : cheap,
  };
}
