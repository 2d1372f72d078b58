import { expect, it } from 'vitest';
import { isolatedTests } from './isolated-tests.ts';
import { sourcesBelow } from './sources.ts';

const changesTheProcess = new RegExp(
  [
    String.raw`\bvi\.(stub(Global|Env)|useFakeTimers|setSystemTime|resetModules|(un|do)?mock|importActual)\(`,
    String.raw`\bprocess\.(env(\.\w+|\[[^\]]+\])\s*=[^=]|(chdir|umask|setuid)\()|delete process\.env`,
    String.raw`\bglobalThis(\.\w+|\[[^\]]+\])\s*=[^=]|defineProperty\((globalThis|process)\b`,
    String.raw`\.setGlobal\w*\(`,
    // A process that has rendered a page continues to use the client build that it loaded, so a test that builds the
    // client must not share a process with other tests.
    String.raw`path\.join\(root, 'src/client/build\.ts'\)|\bbuildClient\(`,
  ].join('|'),
);

// Screen tests have their own DOM and clock per file, and restore them.
const tests = sourcesBelow('src').filter(({ file }) => /(?<!\.screen)\.test\.tsx?$/.test(file));

it('exactly the tests that change process-wide state are isolated', () => {
  const found = tests.filter(({ file, text }) => file !== own && changesTheProcess.test(text));
  expect(found.map(({ file }) => file).toSorted()).toEqual(isolatedTests.toSorted());
});

it.each([
  "vi.stubGlobal('fetch', fake)",
  'vi.useFakeTimers()',
  "vi.mock('./mail.ts')",
  "process.env.TZ = 'UTC'",
  "process.env['TZ'] = 'UTC'",
  'delete process.env.TZ',
  'globalThis.fetch = fake',
  "Object.defineProperty(globalThis, 'navigator', {})",
  'trace.setGlobalTracerProvider(provider)',
  "path.join(root, 'src/client/build.ts')",
  'buildClient()',
])('%s changes process-wide state', (text) => expect(text).toMatch(changesTheProcess));

it.each([
  'process.env.FUZZ_SEED === undefined',
  "vi.spyOn(test.deps.passwords, 'matches')",
  'const fetch = vi.fn()',
])('%s does not change process-wide state', (text) => expect(text).not.toMatch(changesTheProcess));

const own = 'src/testing/isolated-tests.test.ts';
