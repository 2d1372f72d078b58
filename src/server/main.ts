import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What Node makes of the program's text is kept beside its packages, so that the next start only loads it: a third of
// the time. Where that folder cannot be written, as in the image of the Dockerfile, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));
await import('./run-academy.ts');
