import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { z } from 'zod';
import { type ProcedureSchemas, procedureSchemas } from '../../server/http/procedure-schemas.ts';
import { restRows } from '../../server/http/rest.ts';
import { type KnownValues, plausibleValue } from '../fuzz/plausible-values.ts';

/** One input of one address. `*` stands behind the value that is to be attacked, in the address or in the body. */
export type AttackTarget = { name: string; method: string; url: string; body: string | undefined };

/** They would end the sessions that the attack goes on with. */
const leftOut = /^(auth\.logout|security\.(changePassword|end\w+)|privacy\.requestDeletion|viewing\.start)$/;

/** Every text and number that a procedure or a documented path takes, each as a target of its own. */
export function attackTargets(known: KnownValues): AttackTarget[] {
  const ofProcedures = [...procedureSchemas].flatMap(([name, schemas]) =>
    leftOut.test(name) ? [] : targetsOfProcedure(name, schemas, known),
  );
  return [...ofProcedures, ...targetsOfRest(known)];
}

/** What the world of an attack is known to hold: ids that exist nowhere, so that nothing is lost by a call that works. */
export function knownNowhere(productIds: readonly number[]): KnownValues {
  const strangers = [randomUUID(), randomUUID()];
  return {
    uuids: strangers,
    integers: productIds,
    userIds: strangers,
    emails: ['somebody@example.test'],
    images: [`/objects/${strangers[0]}`],
    pdfs: [`/objects/${strangers[0]}`],
    files: [`/objects/${strangers[0]}`],
    checkoutSessions: ['cs_test_nowhere'],
    password: 'not the password',
  };
}

function targetsOfProcedure(
  name: string,
  { type, input }: ProcedureSchemas,
  known: KnownValues,
): AttackTarget[] {
  if (!input) return [];
  return markedValues(fullest(input, known)).map(({ place, json }) => ({
    name: `${name} ${place}`,
    ...(type === 'query'
      ? { method: 'GET', url: `/trpc/${name}?input=${encodeURIComponent(json)}`, body: undefined }
      : { method: 'POST', url: `/trpc/${name}`, body: json }),
  }));
}

/** Path and query of the reads; their bodies are those of the procedures behind them. */
function targetsOfRest(known: KnownValues): AttackTarget[] {
  return restRows.flatMap(({ method, path, procedure }) => {
    if (method !== 'GET') return [];
    const input = procedureSchemas.get(procedure)?.input;
    const value = input ? fullest(input, known) : {};
    const fields = Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(value));
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const address = (marked: string) => {
      const text = (name: string, fallback: unknown) =>
        encodeURIComponent(String(fallback)) + (name === marked ? '*' : '');
      const filled = path.replaceAll(/:(\w+)/g, (_, name: string) =>
        text(name, fields.find(([field]) => field === name)?.[1] ?? 1),
      );
      const query = fields
        .filter(([name, field]) => !inPath.includes(name) && typeof field !== 'object')
        .map(([name, field]) => `${name}=${text(name, field)}`);
      return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
    };
    return [...new Set([...inPath, ...fields.map(([name]) => name)])]
      .map((name) => ({ name: `GET ${path} ${name}`, method, url: address(name), body: undefined }))
      .filter(({ url }) => url.includes('*'));
  });
}

/** Of twenty drawn values the one with the most to say; the same at each run. */
function fullest(input: z.ZodType, known: KnownValues): unknown {
  const drawn = fc.sample(plausibleValue(z.toJSONSchema(input, { io: 'input' }), known), {
    seed: 20_261_121,
    numRuns: 20,
  });
  return drawn.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
}

/** The value once for each text and number in it, that one marked; numbers become texts of SQL that way. */
function markedValues(value: unknown): { place: string; json: string }[] {
  const marker = 'MARKED-PLACE';
  const places: { place: string; json: string }[] = [];
  const visit = (part: unknown, place: string, rebuilt: (changed: unknown) => unknown) => {
    if (typeof part === 'string' || typeof part === 'number') {
      const json = JSON.stringify(rebuilt(marker)).replaceAll('*', '');
      places.push({
        place,
        json: json.replace(marker, () => `${JSON.stringify(String(part)).slice(1, -1)}*`),
      });
    } else if (Array.isArray(part)) {
      part.forEach((item, index) => {
        visit(item, `${place}[${index}]`, (changed) => rebuilt(part.with(index, changed)));
      });
    } else if (typeof part === 'object' && part !== null) {
      for (const [key, item] of Object.entries(part)) {
        visit(item, place === '' ? key : `${place}.${key}`, (changed) =>
          rebuilt({ ...part, [key]: changed }),
        );
      }
    }
  };
  visit(value, '', (changed) => changed);
  return places;
}

/** The same call with this in place of the whole text that is marked. */
export function withWhole(target: AttackTarget, text: string): AttackTarget {
  const inJson = (json: string) => json.replace(/"(?:[^"\\]|\\.)*\*"/, () => JSON.stringify(text));
  const [path = '', input] = target.url.split('?input=');
  const url =
    input === undefined
      ? target.url.replace(/[^/=]*\*/, () => encodeURIComponent(text))
      : `${path}?input=${encodeURIComponent(inJson(decodeURIComponent(input)))}`;
  return { ...target, url, body: target.body === undefined ? undefined : inJson(target.body) };
}
