import { mountApp, openPage } from './mount-app.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// zod probes whether it may use eval, which the Content-Security-Policy blocks and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

void import('./follow-translation.ts').then(({ followTranslation }) => followTranslation(document.body));

// Opening the page and mounting the app each block the main thread of a phone, so they run in separate tasks: a tap
// between the two is then handled.
setTimeout(() => setTimeout(mountApp, 0, container, openPage()));
