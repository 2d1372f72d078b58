import { mountApp, openPage } from './mount-app.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// Without `jitless`, zod tries to use eval. The Content-Security-Policy blocks this, and browsers report the attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void import('./follow-translation.ts').then(({ followTranslation }) => followTranslation(document.body));

// Opening the page and mounting the app each block the main thread of a phone, so they run in separate tasks: a tap
// between the two is then handled.
setTimeout(() => setTimeout(mountApp, 0, container, openPage()));
