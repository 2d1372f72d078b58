import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RoundRobin } from './round-robin.ts';

const program = '/usr/sbin/nginx';

/** Such as `1.22.1`; undefined where there is none. */
export function nginxVersion(): string | undefined {
  // It tells its version where others tell errors.
  const { stderr } = spawnSync(program, ['-v'], { encoding: 'utf8' });
  return /nginx\/([\d.]+)/.exec(stderr ?? '')?.[1];
}

/**
 * What `docs/operations.md` tells owners to put before several servers. A request goes to the next server when the first
 * does not take the connection; one that a server has seen only if repeating it does no harm.
 */
function configuration(folder: string, port: number, servers: readonly number[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
worker_processes 1;
events { worker_connections 2048; }
http {
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  log_format upstreams '$status $upstream_addr';
  access_log ${folder}/access.log upstreams;
  upstream academy {
    ${servers.map((each) => `server 127.0.0.1:${each} fail_timeout=2s;`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 0;
    location / {
      proxy_pass http://academy;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_next_upstream error timeout;
      proxy_connect_timeout 2s;
      proxy_read_timeout 60s;
    }
  }
}
`;
}

/** nginx before these servers. @throws when it does not start */
export async function openNginx(port: number, servers: readonly number[]): Promise<RoundRobin> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'academy-nginx-'));
  // As root it works under another account, which has to pass.
  await chmod(folder, 0o755);
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, configuration(folder, port, servers));
  const child = spawn(program, ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${child.exitCode}`);
    await sleep(20);
  }
  return {
    async passedOn() {
      const lines = (await readFile(path.join(folder, 'access.log'), 'utf8')).split('\n');
      return lines.filter((line) => line.includes(', ')).length;
    },
    async close() {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function takesConnections(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = net.connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true));
  socket.once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
