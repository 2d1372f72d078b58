import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const client = import.meta.dirname;

/** The files that a module imports statically, without type-only imports. */
function staticImportsOf(file: string): string[] {
  const text = readFileSync(path.join(client, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(?!type\s)(?:[^'";]*?from\s+)?['"](\.[^'"]+\.tsx?)['"]/gms)]
    .map(([, target]) => path.posix.normalize(path.posix.join(path.posix.dirname(file), target ?? '')))
    .filter((target) => !target.startsWith('..'));
}

/** The files that a module imports dynamically. */
function dynamicImportsOf(file: string): string[] {
  const text = readFileSync(path.join(client, file), 'utf8');
  return [...text.matchAll(/import\(\s*['"](\.[^'"]+\.tsx?)['"]\s*\)/g)].map(([, target]) =>
    path.posix.join(path.posix.dirname(file), target ?? ''),
  );
}

/** A file and everything reachable from it through `follow`. */
function closure(start: string, follow: (file: string) => string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    follow(file).forEach(visit);
  };
  visit(start);
  return found;
}

const isAdminCode = (file: string) => file.startsWith('features/admin/');
/**
 * Admin modules that routes may import statically: what students and visitors see on an admin URL (the sign-in card,
 * "Access Denied" and the skeletons), and the slot through which a route provides the product preview.
 */
const allowedAdminFiles = new Set([
  'features/admin/admin-gate.tsx',
  'features/admin/products/product-preview-slot.ts',
  'features/admin/payments/payment-page-skeleton.tsx',
  'features/admin/users/user-page-skeleton.tsx',
]);

const routes = [...new Set([...closure('router.tsx', staticImportsOf)].flatMap(dynamicImportsOf))].filter(
  (file) => file.startsWith('routes/'),
);

describe('admin area bundle', () => {
  it('the functions of this test find known static and dynamic imports', () => {
    expect(routes.length).toBeGreaterThan(25);
    expect(closure('start.ts', (file) => [...staticImportsOf(file), ...dynamicImportsOf(file)])).toContain(
      'router.tsx',
    );
    expect([...closure('features/admin/admin-tabs.tsx', staticImportsOf)].length).toBeGreaterThan(2);
    expect(dynamicImportsOf('features/admin/admin-tabs.tsx')).toContain(
      'features/admin/dashboard/stats-panel.tsx',
    );
  });

  it.each(['start.ts', 'main.tsx', 'router.tsx', ...routes])(
    '%s imports no code of the admin area statically',
    (file) => {
      const adminFiles = [...closure(file, staticImportsOf)].filter(
        (name) => isAdminCode(name) && !allowedAdminFiles.has(name),
      );
      expect(adminFiles).toEqual([]);
    },
  );

  it('only the admin pages load the admin area, on demand', () => {
    const adminFilesFrom = (file: string) =>
      [...closure(file, (name) => [...staticImportsOf(name), ...dynamicImportsOf(name)])].filter(
        (name) => isAdminCode(name) && !allowedAdminFiles.has(name),
      );
    const routesToAdmin = routes.filter((route) => adminFilesFrom(route).length > 0);
    expect(routesToAdmin.toSorted()).toEqual([
      'routes/admin-page.tsx',
      'routes/admin-payment-page.tsx',
      'routes/admin-user-page.tsx',
    ]);
  });
});
