import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { procedureSchemas } from '../server/http/procedure-schemas.ts';

const procedurePaths = [...procedureSchemas.keys()].map((name) => `/trpc/${name}`);

it.each(['screen-list.ts', 'promotion-screens.ts', 'study-screens.ts'])(
  'each pattern of a tRPC URL in %s matches a procedure that exists',
  (file) => {
    const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    // The source of each regular expression that begins with /trpc/, such as `/\/trpc\/[^?]*shop\./`.
    const patterns = [...text.matchAll(/\/(\\\/trpc\\\/\S+)\/\)/g)].map(([, pattern = '']) => pattern);
    expect(patterns).not.toEqual([]);
    const unknown = patterns.filter((pattern) => !procedurePaths.some((known) => known.match(pattern)));
    expect(unknown).toEqual([]);
  },
);
