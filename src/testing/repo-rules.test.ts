import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cyclesOf } from './import-cycles.ts';
import { isTest, type Source, sourcesBelow } from './sources.ts';

const sources = sourcesBelow('src');

/** The imports that `forbidden` matches, in the files that `zone` matches. Test files are ignored. */
function violations(
  zone: RegExp,
  forbidden: (target: string, source: Source, typeOnly: boolean) => boolean,
): string[] {
  return sources
    .filter((source) => zone.test(source.file) && !isTest(source.file))
    .flatMap((source) =>
      source.imports
        .filter(({ target, typeOnly }) => forbidden(target, source, typeOnly))
        .map(({ target }) => `${source.file} imports ${target}`),
    );
}

/** The first three folders of the path, such as `src/server/payments`. */
const moduleOf = (file: string) => file.split('/').slice(0, 3).join('/');

describe('import zones', () => {
  it('the source files and their imports are found', () => {
    expect(sources.length).toBeGreaterThan(100);
    const main = sources.find(({ file }) => file === 'src/server/cli/open-academy.ts');
    expect(main?.imports.map(({ target }) => target)).toContain('src/server/app.ts');
  });

  it('shared code uses neither Node nor browser APIs, and imports neither client nor server', () => {
    const allowed = (target: string) => target === 'zod' || target.startsWith('src/shared/');
    expect(violations(/^src\/shared\//, (target) => !allowed(target))).toEqual([]);
    const globals = sources.filter(
      ({ file, text }) =>
        file.startsWith('src/shared/') &&
        !isTest(file) &&
        /\b(process\.(env|cwd|exit)|document\.\w+\(|window\.\w+|Buffer\.\w+)/.test(text),
    );
    expect(globals.map(({ file }) => file)).toEqual([]);
  });

  it('the client imports nothing from the server except types in trpc.ts, nothing from the sandbox, and Node modules only in build scripts', () => {
    expect(
      violations(
        /^src\/client\//,
        (target, source, typeOnly) =>
          (target.startsWith('src/server/') && !(typeOnly && source.file === 'src/client/trpc.ts')) ||
          target.startsWith('src/sandbox/') ||
          (target.startsWith('node:') &&
            !/^src\/client\/(build(-pages)?|compress-assets)\.ts$/.test(source.file) &&
            !source.file.startsWith('src/client/artwork/')),
      ),
    ).toEqual([]);
  });

  it('UI primitives import no feature, route or API call', () => {
    expect(
      violations(
        /^src\/client\/ui\//,
        (target) =>
          /^src\/client\/(features|routes|trpc|router)/.test(target) || /^@(trpc|tanstack)\//.test(target),
      ),
    ).toEqual([]);
  });

  const sharedFeatures = ['session', 'settings', 'navigation', 'identity-upload', 'hands', 'practice'];

  it(`the only features that other features import are ${sharedFeatures.join(', ')}`, () => {
    expect(
      violations(/^src\/client\/features\//, (target, source) => {
        const own = source.file.split('/')[3];
        const other = /^src\/client\/features\/([^/]+)/.exec(target)?.[1];
        return other !== undefined && other !== own && !sharedFeatures.includes(other);
      }),
    ).toEqual([]);
  });

  it('the server imports neither the client nor test helpers, and the sandbox only at startup', () => {
    expect(
      violations(
        /^src\/server\//,
        (target, source) =>
          target.startsWith('src/client/') ||
          target.startsWith('src/testing/') ||
          (target.startsWith('src/sandbox/') && source.file !== 'src/server/cli/open-academy.ts'),
      ),
    ).toEqual([]);
  });

  it('operations import neither Fastify nor tRPC, and no queries, presenters or routers of other modules', () => {
    expect(
      violations(/\.operations\.ts$/, (target, source) => {
        if (/^(fastify|@fastify\/|@trpc\/)/.test(target)) return true;
        const own = moduleOf(source.file);
        return /\.(queries|present|router)\.ts$/.test(target) && !target.startsWith(`${own}/`);
      }),
    ).toEqual([]);
  });

  it('apart from types, queries import only Kysely, the database folder, shared code and queries of their module', () => {
    expect(
      violations(/\.queries\.ts$/, (target, source, typeOnly) => {
        if (typeOnly) return false;
        const isOwn = target.startsWith(`${moduleOf(source.file)}/`);
        return !(
          target === 'kysely' ||
          target.startsWith('src/shared/') ||
          target.startsWith('src/server/platform/db/') ||
          (isOwn && target.endsWith('.queries.ts'))
        );
      }),
    ).toEqual([]);
  });

  it('routers call only operations of their own module; admin and KYC routers may call all', () => {
    expect(
      violations(/\.router\.ts$/, (target, source) => {
        if (/\.(queries|present)\.ts$/.test(target)) return true;
        const own = moduleOf(source.file);
        return /\.operations\.ts$/.test(target) && !target.startsWith(`${own}/`) && !/admin|kyc/.test(own);
      }),
    ).toEqual([]);
  });

  it('the folders of the server have no import cycles, including type imports', () => {
    const needs = importsByFolder((file) => /^src\/server\/([^/]+)/.exec(file)?.[1]);
    expect(needs.size).toBeGreaterThan(15);
    expect(needs.get('payments')).toContain('kyc');
    const graph = new Map([...needs].map(([folder, others]) => [folder, [...others]]));
    expect(cyclesOf(graph)).toEqual([]);
  });

  it('the folders of payments import only from lower layers', () => {
    const needs = importsByFolder((file) => /^src\/server\/payments\/([^/]+)/.exec(file)?.[1]);
    // A folder may import only from folders on later lines.
    const order = [
      ['payments.admin.router.ts', 'payments.router.ts'],
      ['reconciliation'],
      ['webhooks'],
      ['checkout'],
      ['subscriptions'],
      ['grants', 'refunds', 'promotions'],
      ['ledger', 'plans'],
      ['stripe'],
    ];
    expect([...needs.keys()].toSorted()).toEqual(order.flat().toSorted());
    const line = (folder: string) => order.findIndex((folders) => folders.includes(folder));
    const upwards = [...needs].flatMap(([from, others]) =>
      [...others].filter((to) => line(to) <= line(from)).map((to) => `${from} → ${to}`),
    );
    expect(upwards).toEqual([]);
  });
});

/** The folders that each folder imports from. */
function importsByFolder(folderOf: (file: string) => string | undefined): Map<string, Set<string>> {
  const needs = new Map<string, Set<string>>();
  for (const source of sources.filter(({ file }) => !isTest(file))) {
    const from = folderOf(source.file);
    if (!from) continue;
    const others = source.imports.flatMap(({ target }) => folderOf(target) ?? []).filter((to) => to !== from);
    needs.set(from, (needs.get(from) ?? new Set()).union(new Set(others)));
  }
  return needs;
}

describe('code conventions', () => {
  it('only inTransaction opens transactions', () => {
    const openers = sources.filter(
      ({ file, text }) =>
        !isTest(file) && file !== 'src/server/platform/db/database.ts' && /\.transaction\(\)/.test(text),
    );
    expect(openers.map(({ file }) => file)).toEqual([]);
  });

  it('only lazyDialog loads files named `…dialog.tsx` or `…dialogs.tsx` on demand, because it keeps the page open if the file is missing', () => {
    const lazyDialogs = sources.filter(({ text }) =>
      /\blazy\b[^;]*?\bimport\('[^']*dialogs?\.tsx'\)/.test(text),
    );
    expect(lazyDialogs.map(({ file }) => file)).toEqual([]);
  });

  it('only entry points read environment variables', () => {
    const entries = [
      'src/server/main.ts',
      'src/server/cli/run-academy.ts',
      'src/server/cli/admin-create.ts',
      'src/server/cli/keys-rotate.ts',
      'src/server/cli/seed.ts',
      'src/server/cli/backup.ts',
      'src/server/cli/restore.ts',
      'src/server/cli/bucket-prepare.ts',
      'src/client/build.ts',
      'src/client/build-pages.ts',
    ];
    const readers = sources.filter(
      ({ file, text }) => !isTest(file) && !entries.includes(file) && /process\.env/.test(text),
    );
    expect(readers.map(({ file }) => file)).toEqual([]);
  });

  it('migrations import only Kysely', () => {
    for (const { file, imports } of sourcesBelow('migrations')) {
      expect(
        imports.map(({ target }) => target),
        file,
      ).toEqual(['kysely']);
    }
  });

  it('every call of vi.waitFor sets a timeout, because it fails after one second by default', () => {
    const impatient = sources.filter(({ text }) =>
      [...text.matchAll(/\bvi\.waitFor\([\s\S]*?;\n/g)].some(([call]) => !call.includes('timeout')),
    );
    expect(impatient.map(({ file }) => file)).toEqual([]);
  });

  it('file names such as utils or helpers are not used', () => {
    const names = sources.map(({ file }) => path.posix.basename(file));
    expect(names.filter((name) => /^(utils?|helpers?|common|misc|index)\.tsx?$/.test(name))).toEqual([]);
  });
});
