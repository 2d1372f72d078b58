import { spawn } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { ensureBrowser } from './ensure-browser.ts';
import { root } from './sources.ts';

/**
 * `npm test`: runs all checks in order and stops at the first failure.
 * `npm test -- kyc`: runs only the tests whose path contains the word, unit and server tests first.
 * `npm run test:all`: runs all checks with longer random tests, and all screens in all themes and widths.
 */

const argv = process.argv.slice(2);
const all = argv.includes('--all');
const words = argv.filter((word) => !word.startsWith('--'));

const reports = path.join(root, 'node_modules/.cache/test-reports');
const unitReport = path.join(reports, 'unit.json');
const browserReport = path.join(reports, 'browser.json');

const longRun = { FUZZ_RUNS: '50', MODEL_RUNS: '20000', ALL_LOOKS: 'true' };
const environment = {
  ...process.env,
  ...(all && longRun),
  PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
};

type Part = { name: string; command: string[] };

const unitReporters = ['default', 'json', './src/testing/flaky-tests.ts'].map((name) => `--reporter=${name}`);
const unitTests = (files: string[]): Part => ({
  name: 'unit and server tests',
  command: ['vitest', 'run', ...unitReporters, `--outputFile.json=${unitReport}`, ...files],
});
const client: Part = { name: 'client', command: ['node', 'src/client/build.ts'] };
const browserPart = 'browser tests';
const browserTests = (files: string[]): Part => ({
  name: browserPart,
  command: ['playwright', 'test', '--reporter=list,json', ...files],
});

function partsToRun(): Part[] {
  if (words.length === 0) {
    return [
      { name: 'types', command: ['tsc', '--noEmit', '--singleThreaded'] },
      { name: 'style', command: ['biome', 'ci', '.'] },
      { name: 'unused code', command: ['knip', '-c', 'src/testing/knip.config.ts'] },
      client,
      unitTests([]),
      browserTests([]),
    ];
  }
  const matching = (pattern: string) =>
    globSync(pattern, { cwd: root }).filter((file) => words.some((word) => file.includes(word)));
  const unit = matching('src/**/*.test.{ts,tsx}');
  const browser = matching('src/testing/e2e/**/*.spec.ts');
  if (unit.length + browser.length === 0) {
    console.error(`No test has ${words.map((word) => `"${word}"`).join(' or ')} in its path.`);
    process.exit(1);
  }
  return [
    ...(unit.length > 0 ? [unitTests(unit)] : []),
    ...(browser.length > 0 ? [client, browserTests(browser)] : []),
  ];
}

/** @returns whether the program exited with 0 */
function run([program = '', ...args]: string[]): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, env: environment, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

const unitResults = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});
type Suite = { file: string; specs: Spec[]; suites?: Suite[] | undefined };
type Spec = z.infer<typeof spec>;
const spec = z.object({
  tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
});
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({ file: z.string(), specs: z.array(spec), suites: z.array(suite).optional() }),
);
const browserResults = z.object({ suites: z.array(suite) });

const durationOf = ({ specs, suites = [] }: Suite): number =>
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
    .concat(suites.map(durationOf))
    .reduce((sum, duration) => sum + duration, 0);

function slowestFiles(): { file: string; milliseconds: number }[] {
  const read = <T>(file: string, schema: z.ZodType<T>): T | undefined => {
    try {
      return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (error) {
      // A part that did not run wrote no report.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const unit = (read(unitReport, unitResults)?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: path.relative(root, name),
    milliseconds: endTime - startTime,
  }));
  const browser = (read(browserReport, browserResults)?.suites ?? []).map((file) => ({
    file: `src/testing/e2e/${file.file}`,
    milliseconds: durationOf(file),
  }));
  return [...unit, ...browser].toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 10);
}

const print = (text: string) => process.stdout.write(`${text}\n`);
const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`.padStart(9);

rmSync(reports, { recursive: true, force: true });
const startedAt = performance.now();
const taken: string[] = [];
let failed: string | undefined;
for (const { name, command } of partsToRun()) {
  print(`\n— ${name}`);
  const partStartedAt = performance.now();
  if (name === browserPart) ensureBrowser();
  if (!(await run(command))) failed = name;
  taken.push(`${inSeconds(performance.now() - partStartedAt)}  ${name}`);
  if (failed !== undefined) break;
}

print(`\nTime by part\n${taken.join('\n')}`);
const slowest = slowestFiles();
if (slowest.length > 0) {
  print('\nSlowest test files');
  for (const { file, milliseconds } of slowest) print(`${inSeconds(milliseconds)}  ${file}`);
}
print(`\n${inSeconds(performance.now() - startedAt)}  in total`);
if (failed !== undefined) {
  console.error(`\nFailed: ${failed}`);
  process.exitCode = 1;
}
