import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { startClientBuild } from './platform/client-build.ts';

// Node caches compiled code beside the packages, which shortens the next startup. If that folder is not writable, as in
// the Docker image, there is no cache.
const cache = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));
enableCompileCache(cache);

// `npm start` builds the client in parallel with the parts of the startup that do not need it.
const build = process.argv.includes('--build-client') ? startClientBuild() : undefined;
// Processes that the server starts from here on use the cache too. The build does not: filling the cache would delay a
// first start.
process.env.NODE_COMPILE_CACHE = cache;
const { runAcademy } = await import('./cli/run-academy.ts');
await runAcademy(build);
