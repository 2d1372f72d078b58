import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigError, readConfig } from '../config/config.ts';
import { loadEnvironmentFile } from '../config/environment-file.ts';
import { withoutSecrets } from '../platform/logging.ts';
import { prepareBucket } from '../platform/storage/prepare-bucket.ts';
import { runCommand } from './run-command.ts';

/** Two minutes in total: an object store that starts at the same time may have to wait for its certificate. */
const attempts = 24;
const pauseMs = 5_000;

/** `npm run bucket:prepare`: creates the S3 bucket that the environment names and sets its CORS rule. */
async function main(): Promise<void> {
  loadEnvironmentFile();
  const { s3, http } = readConfig(process.env);
  if (!s3 || http.appUrl === undefined) {
    throw new ConfigError([
      ...(s3 ? [] : ['S3_BUCKET must be set']),
      ...(http.appUrl === undefined ? ['APP_URL must be set'] : []),
    ]);
  }
  for (let remaining = attempts - 1; ; remaining -= 1) {
    try {
      const isNew = await prepareBucket(s3, http.appUrl);
      console.warn(
        `Bucket ${s3.bucket}: ${isNew ? 'created' : 'exists already'}, accepts uploads from ${http.appUrl}`,
      );
      return;
    } catch (error) {
      if (remaining === 0) throw error;
      console.warn(`Trying again: ${withoutSecrets(error instanceof Error ? error.message : 'unknown')}`);
      await sleep(pauseMs);
    }
  }
}

await runCommand(main);
