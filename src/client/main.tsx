import { mountApp } from './mount-app.tsx';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// zod tries whether it may compile its checks, which the Content-Security-Policy refuses and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// In a task of its own, so that a tap is answered between: reading the libraries has just kept the phone busy.
setTimeout(mountApp, 0, container);
