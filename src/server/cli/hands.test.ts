import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const command = path.join(import.meta.dirname, 'hands.ts');

function run(...parameters: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [command, ...parameters], { encoding: 'utf8' });
  return { status, stderr };
}

it.each([
  ['a call without a folder', [], 'Name a folder of hand histories'],
  ['an unknown option', ['--name', 'hands'], "Unknown option '--name'"],
  ['a missing folder', ['/no/such/folder'], 'ENOENT'],
  ['a missing file', ['--deals', '/no/such/file.json'], 'ENOENT'],
])('prints an error of one line for %s', (_case, parameters, message) => {
  const { status, stderr } = run(...parameters);
  expect(stderr).toContain(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(status).toBe(2);
});

it('shows the stack trace of any other error', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'academy-hands-'));
  try {
    const file = path.join(folder, 'deals.json');
    writeFileSync(file, '{}');
    const { status, stderr } = run('--deals', file);
    expect(stderr).toMatch(/at playDeals .*play-deals\.ts/);
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
