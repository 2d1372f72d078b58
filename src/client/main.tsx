import { mountApp } from './mount-app.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// zod probes whether it may use eval, which the Content-Security-Policy blocks and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// In a separate task, so that a tap in between is handled: parsing the libraries has just blocked the main thread.
setTimeout(mountApp, 0, container);
