import { mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readOrCreateSecret } from './secret-file.ts';

const newFile = () => path.join(mkdtempSync(path.join(os.tmpdir(), 'secret-file-')), 'secrets', 'a.secret');

it('concurrent calls create one secret, and later calls return it', async () => {
  const file = newFile();
  const secrets = await Promise.all(Array.from({ length: 50 }, () => readOrCreateSecret(file)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toHaveLength(43);
  expect(await readOrCreateSecret(file)).toBe(secrets[0]);
});

it('the file is readable by its owner only, and no other file is left in the folder', async () => {
  const file = newFile();
  await readOrCreateSecret(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['a.secret']);
});

it('an empty file is rejected with an error that names the file', async () => {
  const file = path.join(path.dirname(path.dirname(newFile())), 'b.secret');
  writeFileSync(file, '\n');
  await expect(readOrCreateSecret(file)).rejects.toThrow(`The secret in ${file} is empty`);
});
