import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `npm run drill` lists the drills. `npm run drill -- NAME` runs one and exits with its exit code. */
const folder = import.meta.dirname;
const headerPattern = /^ \* `npm run drill -- ([\w-]+)`: ([\s\S]*?)(?:\.\s|\n \*\/)/m;

const drills = readdirSync(folder).flatMap((file) => {
  const match = headerPattern.exec(readFileSync(path.join(folder, file), 'utf8'));
  return match ? [{ name: match[1] ?? '', about: (match[2] ?? '').replaceAll(/\s*\n \* /g, ' ') }] : [];
});

const wanted = process.argv[2];
if (wanted === undefined) {
  const width = Math.max(...drills.map(({ name }) => name.length));
  for (const { name, about } of drills) process.stdout.write(`${name.padEnd(width + 2)}${about}\n`);
} else if (drills.some(({ name }) => name === wanted)) {
  const child = spawn(process.execPath, [path.join(folder, `${wanted}.ts`), ...process.argv.slice(3)], {
    stdio: 'inherit',
  });
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  process.stderr.write(`There is no drill "${wanted}". npm run drill lists them.\n`);
  process.exitCode = 1;
}
