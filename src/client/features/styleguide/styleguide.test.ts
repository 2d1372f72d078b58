import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const client = path.join(import.meta.dirname, '../..');

/** The files below `folder` with a component in them. */
function componentsIn(folder: string): string[] {
  return readdirSync(path.join(client, folder)).filter((name) => name.endsWith('.tsx'));
}

const samples = [
  readFileSync(path.join(client, 'routes/styleguide-page.tsx'), 'utf8'),
  ...componentsIn('features/styleguide').map((name) =>
    readFileSync(path.join(client, 'features/styleguide', name), 'utf8'),
  ),
].join('\n');

it('finds the primitives at all', () => {
  expect(componentsIn('ui')).toContain('button.tsx');
  expect(componentsIn('ui').length).toBeGreaterThan(25);
});

it.each(componentsIn('ui'))('the style guide shows %s', (name) => {
  expect(samples).toMatch(new RegExp(`from '(\\.\\./)+ui/${name.replaceAll('.', '\\.')}'`));
});
