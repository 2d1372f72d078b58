import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startClientBuild } from './platform/client-build.ts';

// What Node makes of the program's text is kept beside its packages, so that the next start only loads it: a third of
// the time. Where that folder cannot be written, as in the image of the Dockerfile, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));

// `npm start` builds the client beside everything of the start that needs none, beginning with the loading of the rest.
const build = process.argv.includes('--build-client') ? startClientBuild() : undefined;
const { runAcademy } = await import('./cli/run-academy.ts');
await runAcademy(build);
