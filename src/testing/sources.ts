import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A source file. Targets of imports are paths from the repository root, or package names. */
export type Source = { file: string; imports: { target: string; typeOnly: boolean }[]; text: string };

/** All TypeScript files below a folder of the repository. */
export function sourcesBelow(folder: string): Source[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const file = path.posix.join(folder, name.replaceAll(path.sep, '/'));
      const text = readFileSync(path.join(root, file), 'utf8');
      return { file, text, imports: importsOf(file, text) };
    });
}

function importsOf(file: string, text: string): Source['imports'] {
  const found = [
    ...text.matchAll(/^import\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]/gms),
    ...text.matchAll(/^export\s+(type\s)?[^'"\n]*?from\s+['"]([^'"]+)['"]/gms),
    ...text.matchAll(/()import\(\s*['"]([^'"]+)['"]\s*\)/g),
    ...text.matchAll(/^import\s+()['"]([^'"]+)['"]/gm),
  ];
  return found.map((match) => {
    const target = match[2] ?? '';
    const resolved = target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
    return { target: resolved, typeOnly: match[1] !== undefined && match[1] !== '' };
  });
}

export const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);
