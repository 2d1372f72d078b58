import { execFileSync } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { cachedFolder } from '../cached-folder.ts';
import { startOnCopy } from '../test-postgres.ts';
import { type DemoTemplate, startAcademy, templateVariable } from './academy.ts';

/**
 * Starts one Postgres for all browser tests of a run. It contains the database of an academy after its first start,
 * which each spec clones. Creating this database takes a complete first start, so it is cached until one of the
 * `inputs` below changes.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // Without a current client build, pages would never hydrate. A current build is reused.
  execFileSync(process.execPath, ['src/client/build.ts'], { stdio: 'inherit' });
  const cached = await cachedFolder({
    name: 'demo-academy',
    inputs: [
      'migrations',
      'src/server',
      'src/shared',
      'src/sandbox',
      'src/testing/e2e/academy.ts',
      'package-lock.json',
    ],
    async make(folder) {
      const academy = await startAcademy({ LOG_LEVEL: 'info' }, { dataDir: folder });
      // Waits until the demo data is complete, because each clone would create missing data itself. Stopping the server
      // also waits for the data, but not long enough on a busy machine.
      const deadline = Date.now() + 200_000;
      while (!academy.output().includes('the demo data is complete')) {
        if (Date.now() > deadline) throw new Error(`the demo data is incomplete:\n${academy.output()}`);
        await sleep(100);
      }
      const exitCode = await academy.kill('SIGTERM');
      if (exitCode !== 0) throw new Error(`the demo academy ended with ${exitCode}:\n${academy.output()}`);
      // Each clone runs its own sandbox, on another port.
      await fs.rm(`${folder}/stripe-sandbox.port`);
    },
  });
  const { connection, dataDir, stop } = await startOnCopy(cached);
  const template: DemoTemplate = { server: { connection, templateName: 'academy' }, dataDir };
  process.env[templateVariable] = JSON.stringify(template);
  return stop;
}
