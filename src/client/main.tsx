import { mountApp, openPage } from './mount-app.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// zod probes whether it may use eval, which the Content-Security-Policy blocks and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// In separate tasks, so that a tap in between is handled: each of them blocks the main thread of a phone.
setTimeout(() => setTimeout(mountApp, 0, container, openPage()));
