import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './sources.ts';

/** References to documents outside the repository: numbered requirements, decisions, sections, issues. */
const reference = new RegExp(
  [
    String.raw`\bD-\d+\b`,
    String.raw`\bS\d §`,
    String.raw`\b(ACC|ADM|DB|KYC|LIB|LRN|OPS|PAY|SEC|SRV|TST)-\d+\b`,
    String.raw`\bhazards? [A-Z]\d`,
    String.raw`\b(architecture|house|look|poker|reliability)(\.md)? §`,
    String.raw`\b(house|look|reliability)\.md\b`,
    // Excludes the ranks of cards: A, J, K, Q and T.
    String.raw`\(([B-IL-PR-S]\d{1,2})(, [A-S]\d{1,2})*\)`,
    String.raw`\b(issue|acceptance) #?\d`,
  ].join('|'),
  'i',
);

const own = 'src/testing/references.test.ts';
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');
const texts = files.filter((file) => /\.(css|html|md|mjs|ts|tsx|yaml)$/.test(file) && file !== own);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it('no file refers to a document outside the repository', () => {
  expect(texts.length).toBeGreaterThan(1_000);
  const found = texts.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) => (reference.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

it.each([
  'as D-6 says',
  'S1 §5 Login',
  'the ledger (PAY-10)',
  '(hazard M8)',
  'see architecture §4',
  'look.md, Tables',
  'the bell (E4)',
  'stars (G7, C2)',
  'story 6 of issue 2',
])('%s is detected as an outside reference', (text) => expect(text).toMatch(reference));

it.each(['RFC 9110 §13.1.2', 'ISO 32000-1 §7.3.5', 'a pair (A5)', 'WCAG 2.1.4', 'decisions/006-register.md'])(
  '%s is not an outside reference',
  (text) => expect(text).not.toMatch(reference),
);

// The records in docs/decisions are excluded: they may name files that were removed later.
const pages = files.filter((file) => /^(\w+|docs\/[\w-]+)\.md$/.test(file));

it.each(pages)('%s names only files and drills that exist', (page) => {
  const text = read(page);
  const named = [...text.matchAll(/`(\w[\w./-]*\.(?:md|tsx?|yaml))`/g)].map(([, name]) => name);
  const drills = [...text.matchAll(/npm run drill -- (\w[\w-]*)/g)].map(([, name]) => `drills/${name}.ts`);
  const missing = [...named, ...drills].filter(
    (name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});

it('docs/architecture.md names only files and folders that exist', () => {
  const named =
    read('docs/architecture.md').match(
      /(?<=`)(server|client|shared|sandbox|testing|http|trpc|src)\/[\w./-]+(?=`)/g,
    ) ?? [];
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(
    (name) => !['', 'src', 'src/server'].some((folder) => existsSync(path.join(root, folder, name))),
  );
  expect(missing).toEqual([]);
});

/** Expands the alternatives of a pattern: `a(b|c)` becomes `ab` and `ac`. */
function alternativesOf(pattern: string): string[] {
  const group = /\((?:\?:)?([^()]*)\)/.exec(pattern);
  if (!group) return pattern.split('|');
  const [text, inner = ''] = group;
  return inner.split('|').flatMap((each) => alternativesOf(pattern.replace(text, () => each)));
}

it('each path in the chunks of vite.config.ts matches a file', () => {
  const patterns = read('vite.config.ts')
    .split('\n')
    .map(
      (line) =>
        /'(src\/.*)'/.exec(line)?.[1]?.replaceAll('\\\\', '\\') ?? /\/(.*src\\\/.*)\//.exec(line)?.[1],
    )
    .filter((pattern) => pattern !== undefined);
  const paths = new Set(
    patterns
      // Without negative lookaheads, because the files that they name belong to other chunks.
      .flatMap((pattern) => alternativesOf(pattern.replace(/\(\?!.*?\)/g, '')))
      .filter((pattern) => pattern.startsWith('src')),
  );
  expect(paths.size).toBeGreaterThan(80);
  expect([...paths].filter((pattern) => !files.some((file) => new RegExp(pattern).test(file)))).toEqual([]);
});
