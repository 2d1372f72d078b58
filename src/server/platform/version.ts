import { promises as fs } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const packageFile = z.object({ version: z.string() });

export async function readVersion(): Promise<string> {
  const file = fileURLToPath(new URL('../../../package.json', import.meta.url));
  return packageFile.parse(JSON.parse(await fs.readFile(file, 'utf8'))).version;
}
