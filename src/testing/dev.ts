import { spawn } from 'node:child_process';

/** `npm run dev`: runs the server, restarted on changes, and the client with hot reload at http://localhost:5173. */
const children = [
  spawn('node', ['--watch', '--watch-preserve-output', 'src/server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, APP_URL: process.env.APP_URL ?? 'http://localhost:5173' },
  }),
  spawn('vite', [], { stdio: 'inherit' }),
];

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) {
  child.on('exit', (code) => {
    stopAll();
    process.exitCode ??= code ?? 0;
  });
}
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
