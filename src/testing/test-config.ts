import { type Config, readConfig } from '../server/config/config.ts';

/** The minimal cost: hashes in tests need not be secure. */
const cheap = { memoryCost: 64, timeCost: 1 };

/**
 * The configuration of an academy in a test process. Its password hashes have a minimal cost unless `realHashes` is
 * set. A running server cannot have this configuration: the server imports nothing from this folder, and no environment
 * variable sets the cost.
 */
export function testConfig(env: Record<string, string>, { realHashes = false } = {}): Config {
  const config = readConfig({ NODE_ENV: 'development', ...env });
  return {
    ...config,
    // The outbox and messages for developers are available only if the test sets NODE_ENV to `development`.
    development: env.NODE_ENV === 'development',
    passwordCost: realHashes ? config.passwordCost : cheap,
  };
}
