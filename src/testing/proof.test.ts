import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .map((file) => `/${file}`);

it('docs/proof.md names only tests and drills that exist', () => {
  const page = readFileSync(path.join(root, 'docs/proof.md'), 'utf8');
  const tests = [...page.matchAll(/[\w./-]+\.(?:test|spec)\.tsx?/g)].map(([name]) => name);
  const drills = [...page.matchAll(/npm run drill -- ([\w-]+)/g)].map(([, name]) => `drills/${name}.ts`);
  expect(tests.length).toBeGreaterThan(100);
  const missing = [...tests, ...drills].filter((name) => !tracked.some((file) => file.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});
