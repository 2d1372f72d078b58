import { type Config, readConfig } from '../server/config/config.ts';

/** Low cost: these hashes only need to be comparable, not secure. */
const cheap = { memoryCost: 64, timeCost: 1 };

/**
 * The configuration of an academy inside a test process. Its password hashes have a minimal cost unless `realHashes`
 * is set. A real server cannot have such a configuration: it imports nothing from this folder, and no variable sets
 * the cost.
 */
export function testConfig(env: Record<string, string>, { realHashes = false } = {}): Config {
  const config = readConfig({ NODE_ENV: 'development', ...env });
  return {
    ...config,
    // The outbox and developer messages are available on request only.
    development: env.NODE_ENV === 'development',
    passwordCost: realHashes ? config.passwordCost : cheap,
  };
}
