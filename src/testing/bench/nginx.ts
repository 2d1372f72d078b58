import { spawn, spawnSync } from 'node:child_process';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';

/** Serves a folder, or undefined where nginx is not installed. */
export async function openNginx(folder: string): Promise<{ url: string; close(): void } | undefined> {
  if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error) return undefined;
  const port = await freePort();
  const home = await fs.mkdtemp(path.join(folder, 'nginx-'));
  const configuration = path.join(home, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${home}/${name};`)
    .join(' ');
  await fs.writeFile(
    configuration,
    `daemon off; pid ${home}/nginx.pid; error_log ${home}/error.log; worker_processes 1; user ${process.getuid?.() === 0 ? 'root' : 'nobody'};
     events { worker_connections 256; }
     http { access_log off; sendfile on; keepalive_requests 1000000; ${temporary}
       server { listen 127.0.0.1:${port}; root ${folder}; } }`,
  );
  const child = spawn('nginx', ['-p', home, '-c', configuration], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 50; tries += 1) {
    if (child.exitCode !== null) return undefined;
    try {
      await fetch(url);
      return { url, close: () => void child.kill('SIGTERM') };
    } catch {
      await sleep(100);
    }
  }
  child.kill('SIGTERM');
  return undefined;
}
