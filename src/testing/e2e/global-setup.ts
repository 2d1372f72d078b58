import { promises as fs } from 'node:fs';
import { cachedFolder } from '../cached-folder.ts';
import { startOnCopy } from '../test-postgres.ts';
import { type DemoTemplate, openAcademy, templateVariable } from './academy.ts';

/**
 * One Postgres for all browser tests of a run, with the academy as its first start leaves it, for each spec to clone. It
 * takes the whole first start to make, so it is kept until anything of the server changes.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const kept = await cachedFolder({
    name: 'demo-academy',
    madeOf: [
      'migrations',
      'src/server',
      'src/shared',
      'src/sandbox',
      'src/testing/e2e/academy.ts',
      'package-lock.json',
    ],
    async make(folder) {
      const academy = await openAcademy({}, { dataDir: folder });
      const exitCode = await academy.kill('SIGTERM');
      if (exitCode !== 0) throw new Error(`the demo academy ended with ${exitCode}:\n${academy.output()}`);
      // A remembered port would be that of another sandbox.
      await fs.rm(`${folder}/stripe-sandbox.port`);
    },
  });
  const { connection, dataDir, stop } = await startOnCopy(kept);
  const template: DemoTemplate = { server: { connection, templateName: 'academy' }, dataDir };
  process.env[templateVariable] = JSON.stringify(template);
  return stop;
}
