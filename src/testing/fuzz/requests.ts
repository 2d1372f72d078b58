import fc from 'fast-check';
import { z } from 'zod';
import type { ProcedureSchemas } from '../../server/http/procedure-schemas.ts';
import { hostileJson, hostileSegment, hostileValue, withOneChanged } from './hostile-values.ts';
import { isSchema, type KnownValues, plausibleValue } from './plausible-values.ts';

export type FuzzRequest = {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  payload?: string;
  headers: Record<string, string>;
};

type JsonSchema = z.core.JSONSchema.JSONSchema;

/** JSON for an input: plausible, plausible with one part replaced by a hostile value, arbitrary, or malformed. */
function inputJson(schema: JsonSchema | undefined, known: KnownValues): fc.Arbitrary<string> {
  const anything = hostileValue.map(hostileJson);
  if (!schema) return fc.oneof(fc.constant('{}'), anything);
  const plausible = plausibleValue(schema, known);
  const corrupted = fc
    .tuple(plausible, fc.nat(200), hostileValue)
    .map(([value, pick, change]) => hostileJson(withOneChanged(value, pick, change)));
  return fc.oneof(
    { weight: 5, arbitrary: plausible.map(hostileJson) },
    { weight: 5, arbitrary: corrupted },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: fc.constantFrom('', '{', 'nonsense', '{"a":1}x', '\u0000', '"\\ud800"') },
  );
}

function schemaOf(input: z.ZodType | undefined): JsonSchema | undefined {
  return input && z.toJSONSchema(input, { io: 'input' });
}

const json = { 'content-type': 'application/json' };

/** A call of one procedure: with the HTTP method that the client uses, with the other method, or twice in a batch. */
export function trpcRequest(
  name: string,
  { type, input }: ProcedureSchemas,
  known: KnownValues,
): fc.Arbitrary<FuzzRequest> {
  const body = inputJson(schemaOf(input), known);
  const encoded = fc.oneof(
    { weight: 9, arbitrary: body.map((text) => `input=${encodeURIComponent(text.toWellFormed())}`) },
    { weight: 1, arbitrary: hostileSegment.map((text) => `input=${text}`) },
    {
      weight: 1,
      arbitrary: body.map((text) => `input=%7B%7D&input=${encodeURIComponent(text.toWellFormed())}`),
    },
  );
  const asQuery = encoded.map(
    (query): FuzzRequest => ({ method: 'GET', url: `/trpc/${name}?${query}`, headers: {} }),
  );
  const asMutation = body.map(
    (payload): FuzzRequest => ({ method: 'POST', url: `/trpc/${name}`, payload, headers: json }),
  );
  const asBatch = fc.tuple(body, body).map(
    ([first, second]): FuzzRequest => ({
      method: 'POST',
      url: `/trpc/${name},${name}?batch=1`,
      payload: `{"0":${first || 'null'},"1":${second || 'null'}}`,
      headers: json,
    }),
  );
  const [usual, unusual] = type === 'query' ? [asQuery, asMutation] : [asMutation, asQuery];
  return fc.oneof(
    { weight: 16, arbitrary: usual },
    { weight: 1, arbitrary: unusual },
    { weight: 1, arbitrary: asBatch },
  );
}

export type FuzzedRoute = {
  method: FuzzRequest['method'];
  /** Parameters are written as `:name` and `*`. */
  path: string;
  /** The schema of path, query and body together; undefined if the input is unknown. */
  input: z.ZodType | undefined;
};

/** A request to a route, with its input in the path and either the query or the body. */
export function restRequest(route: FuzzedRoute, known: KnownValues): fc.Arbitrary<FuzzRequest> {
  const schema = schemaOf(route.input);
  const properties = schema?.properties ?? {};
  const names = [...route.path.matchAll(/:(\w+)|\*/g)].map(([, name]) => name ?? '*');
  const segments = names.map((name) => {
    return fc.oneof(
      { weight: 3, arbitrary: encodedValue(name, properties[name], known) },
      { weight: 1, arbitrary: hostileSegment },
    );
  });
  const rest = schema && withoutProperties(schema, names);
  const hasBody = route.method === 'POST' || route.method === 'PUT';
  const body = hasBody ? inputJson(rest, known) : fc.constant(undefined);
  const query = hasBody ? fc.constant('') : queryOf(rest, known);
  return fc.tuple(fc.tuple(...segments), query, body).map(([values, search, payload]): FuzzRequest => {
    let index = 0;
    const pathname = route.path.replaceAll(/:\w+|\*/g, () => values[index++] ?? '');
    const url = search === '' ? pathname : `${pathname}?${search}`;
    return payload === undefined
      ? { method: route.method, url, headers: {} }
      : { method: route.method, url, payload, headers: json };
  });
}

/** A plausible value of a parameter, as it is written in a URL. */
function encodedValue(name: string, property: unknown, known: KnownValues): fc.Arbitrary<string> {
  const schema = isSchema(property) ? property : { type: 'string' as const };
  return plausibleValue(schema, known, name).map((value) => encodeURIComponent(String(value).toWellFormed()));
}

function withoutProperties(schema: JsonSchema, names: readonly string[]): JsonSchema {
  const remaining = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(remaining),
    required: (schema.required ?? []).filter((name) => !names.includes(name)),
  };
}

/** A query string: known parameters with valid and hostile values, repeated parameters, and unknown names. */
function queryOf(schema: JsonSchema | undefined, known: KnownValues): fc.Arbitrary<string> {
  const parameters = Object.entries(schema?.properties ?? {}).map(([name, property]) =>
    fc
      .array(
        fc.oneof(
          { weight: 2, arbitrary: encodedValue(name, property, known) },
          { weight: 1, arbitrary: hostileSegment },
        ),
        {
          maxLength: 2,
        },
      )
      .map((values) => values.map((value) => `${name}=${value}`)),
  );
  const strange = fc.constantFrom(
    [],
    [],
    [],
    ['__proto__=1'],
    ['a[b]=1', 'a[c]=2'],
    ['='],
    ['&&&'],
    ['download=%'],
  );
  return fc.tuple(strange, ...parameters).map((groups) => groups.flat().join('&'));
}
