/**
 * Adds the variables of `.env` in the working directory, if it exists. Variables that are already set take precedence.
 */
export function loadEnvironmentFile(): void {
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
