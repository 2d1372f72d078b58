import os from 'node:os';
import path from 'node:path';
import { chosenParts } from './parts.ts';

const folder = path.join(os.tmpdir(), 'academy-mutation');

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: chosenParts().mutate,
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // `related` would take every test that reaches the file through the application.
  vitest: { configFile: 'src/testing/mutation/vitest.config.ts', related: false },
  // Stryker rewrites this file with TypeScript's own interface, which TypeScript 7 does not offer. Nothing extends or
  // refers to another file in ours, so that there is nothing to rewrite: the name of no file skips the step.
  tsconfigFile: 'none',
  coverageAnalysis: 'perTest',
  // What runs once while a file loads would need every test again for each mutant.
  ignoreStatic: true,
  concurrency: 1,
  // Tests with a database: a slow machine is not a caught mutant.
  timeoutMS: 120_000,
  timeoutFactor: 3,
  dryRunTimeoutMinutes: 10,
  // Outside the tree: the sandbox is a copy of it, which the style check and the tests would find.
  tempDirName: path.join(folder, 'sandbox'),
  ignorePatterns: ['dist', 'docs', 'test-results', 'public', '.data'],
  reporters: ['progress-append-only', 'clear-text', 'json', 'html'],
  jsonReporter: { fileName: path.join(folder, 'mutation.json') },
  htmlReporter: { fileName: path.join(folder, 'mutation.html') },
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 80, break: 80 },
};
