import { z } from 'zod';
import { upperFirst } from '../../../shared/letter-case.ts';
import { limits } from '../../../shared/limits.ts';
import { schemasOf } from '../procedure-schemas.ts';
import { type DocumentedCall, type RestCall, tags } from '../rest/documented-call.ts';
import { documentedCalls } from '../rest/rest.ts';
import { errorResponse } from './error-responses.ts';
import { exampleOf, isSchema } from './example-values.ts';
import {
  errorBodyView,
  type JsonSchema,
  type MediaTypes,
  type ResponseObject,
  toDocumentSchema,
} from './named-schemas.ts';

type Parameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: JsonSchema;
  example?: unknown;
};
export type Operation = {
  operationId: string;
  tags: [DocumentedCall['tag']];
  summary: string;
  description?: string;
  security: Record<string, string[]>[];
  /** Required access: `anyone`, `signed-in`, `admin`. */
  'x-access': DocumentedCall['access'];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: MediaTypes };
  responses: Record<string, ResponseObject>;
};
export type ApiDocument = {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, unknown> };
};

const about = `The REST API of the academy. Send and keep cookies: logging in sets the session cookie. When a call returns 401 with the code \`not_signed_in\`, log in again.
Request bodies are JSON objects in UTF-8, not compressed; unknown fields are ignored. A list is an array; with any query parameter it is one page of at most 1,000 items, and \`X-Total-Count\` gives the number of all rows. If rows are added or deleted between the calls for two pages, a row can be on both pages or on neither. Times are ISO 8601 in UTC, days \`YYYY-MM-DD\`, amounts US cents.
Every error has the same shape: \`message\` is a sentence for people, \`code\` a word for programs, \`fields\` names the invalid fields, or contains facts that the description of the call explains, and \`requestId\` repeats the header \`X-Request-Id\`. A call that is not allowed while an admin views the academy as the user returns 403 with the code \`read_only_view\`. Any call can also return 500 with the code \`internal\`, 408 if the headers arrive too slowly, and 431 if the URL or the headers are too long; a body that takes longer than 30 seconds ends the connection. For a method that a path below \`/api\` does not support, the response is 405 with the code \`method_not_allowed\`, and \`Allow\` lists the methods that it supports. \`GET\` calls also support \`HEAD\`, except those that send recorded files: documents, exports and earlier versions.
Write requests from other sites are rejected with 403 and the code \`cross_site\`: the header \`Origin\`, if present, must be the academy’s own. Programs other than browsers usually do not send it.`;

/** The documented REST calls as OpenAPI 3.1, generated from the schemas that validate them. */
export function buildApiDocument(): ApiDocument {
  const schemas: Record<string, JsonSchema> = { ...toDocumentSchema(errorBodyView, 'output').definitions };
  const paths: ApiDocument['paths'] = {};
  for (const call of documentedCalls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}').replace('*', '{path}');
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = describeOperation(call, schemas);
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Poker Academy', version: '1', description: about },
    servers: [{ url: '/' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'Set at login. Over HTTPS its name is `__Host-session`.',
        },
      },
    },
  };
}

function describeOperation(call: DocumentedCall | RestCall, schemas: Record<string, JsonSchema>): Operation {
  const restCall = 'procedure' in call ? call : undefined;
  const { input, output } = restCall ? schemasOf(restCall.procedure) : {};
  const inputSchema = input && objectOf(toDocumentSchema(input, 'input').schema);
  const writes = call.method !== 'GET';
  const pathNames = [...call.path.matchAll(/:(\w+)|\*/g)].map(([, name]) => name ?? '*');
  const body = writes && inputSchema ? bodyOf(call, inputSchema, pathNames) : undefined;
  const operation: Operation = {
    operationId: operationIdOf(call),
    tags: [call.tag],
    summary: call.summary,
    ...(call.description && { description: call.description }),
    security: securityOf(call),
    'x-access': call.access,
    parameters: [
      ...pathNames.map((name) => pathParameter(call, name, inputSchema)),
      ...(writes ? [] : queryParameters(call, inputSchema, pathNames)),
      ...(isList(output) ? partOfList : []),
      ...Object.entries(call.query ?? {}).map(([name, description]) => ({
        ...queryParameter(call, name, { type: 'string' }, false),
        description,
      })),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...success(call, restCall?.status, output && toDocumentSchema(output, 'output'), schemas),
      ...conditional(call),
      ...errorsOf(call, {
        takesInput: pathNames.length > 0 || inputSchema !== undefined || isList(output),
        readsJson: writes && restCall !== undefined,
      }),
    },
  };
  return operation;
}

/** For calls that anyone may make, the document also lists the session: some of them need it, such as logging out. */
function securityOf(call: DocumentedCall): Operation['security'] {
  if (call.isSigned) return [];
  return call.access === 'anyone' ? [{}, { session: [] }] : [{ session: [] }];
}

/** Query parameters that every list has. */
const partOfList: readonly Parameter[] = [
  {
    name: 'page',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, default: 1 },
    description: 'Page number.',
  },
  {
    name: 'limit',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 1, maximum: limits.listCap, default: limits.listCap },
    description: 'Rows per page.',
  },
];

const totalCount = {
  description: 'The number of all rows, if the request has a query string.',
  schema: { type: 'integer' },
};

const redirectTarget = {
  description: 'The path to which the response redirects.',
  schema: { type: 'string' },
};

function isList(output: z.ZodType | undefined): boolean {
  return output instanceof z.ZodArray;
}

/** `PUT /api/user/:id` is `putUserById`. */
function operationIdOf({ method, path }: DocumentedCall): string {
  const words = path.replace('/api/', '/').split(/[/.-]/);
  const named = words
    .map((word) => (word.startsWith(':') ? `By-${word.slice(1)}` : word === '*' ? 'By-path' : word))
    .flatMap((word) => word.split('-'))
    .map(upperFirst);
  return method.toLowerCase() + named.join('');
}

/** The schema of an input. If the whole input is optional, its schema is one of the alternatives of `anyOf`. */
function objectOf(schema: JsonSchema): JsonSchema & { isOptional: boolean } {
  const choice = schema.anyOf?.find((one) => isSchema(one) && one.type === 'object');
  return isSchema(choice) ? { ...choice, isOptional: true } : { ...schema, isOptional: false };
}

function propertyOf(schema: JsonSchema | undefined, name: string): JsonSchema {
  const property = schema?.properties?.[name];
  return isSchema(property) && Object.keys(property).length > 0 ? property : { type: 'string' };
}

function pathParameter(call: DocumentedCall, name: string, input: JsonSchema | undefined): Parameter {
  const example = call.example?.path?.[name];
  const schema = propertyOf(input, name);
  return {
    name: name === '*' ? 'path' : name,
    in: 'path',
    required: true,
    schema,
    ...(example !== undefined && { example: schema.type === 'string' ? String(example) : example }),
  };
}

function queryParameters(
  call: DocumentedCall,
  input: JsonSchema | undefined,
  pathNames: readonly string[],
): Parameter[] {
  return Object.keys(input?.properties ?? {})
    .filter((name) => !pathNames.includes(name))
    .map((name) =>
      queryParameter(call, name, propertyOf(input, name), input?.required?.includes(name) ?? false),
    );
}

function queryParameter(
  call: DocumentedCall,
  name: string,
  schema: JsonSchema,
  required: boolean,
): Parameter {
  const example = call.example?.query?.[name];
  return { name, in: 'query', required, schema, ...(example !== undefined && { example }) };
}

function bodyOf(
  call: DocumentedCall,
  input: JsonSchema & { isOptional: boolean },
  pathNames: readonly string[],
): Operation['requestBody'] {
  const { isOptional, ...schema } = input;
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !pathNames.includes(name));
  if (properties.length === 0) return undefined;
  const required = (schema.required ?? []).filter((name) => !pathNames.includes(name));
  const { required: _all, ...rest } = schema;
  return {
    required: !isOptional,
    content: {
      'application/json': {
        schema: {
          ...rest,
          properties: Object.fromEntries(properties),
          ...(required.length > 0 && { required }),
        },
        ...(call.example?.body && { example: call.example.body }),
      },
    },
  };
}

function success(
  call: DocumentedCall,
  status: 201 | 204 | undefined,
  output: ReturnType<typeof toDocumentSchema> | undefined,
  schemas: Record<string, JsonSchema>,
): Record<string, ResponseObject> {
  if (call.response) {
    const { status: known, description, contentTypes } = call.response;
    return {
      [known]: {
        description,
        ...(known === 302 && { headers: { Location: redirectTarget } }),
        ...(contentTypes.length > 0 && { content: contentOf(contentTypes) }),
      },
    };
  }
  if (!output) return { [status ?? 204]: { description: 'Done.' } };
  Object.assign(schemas, output.definitions);
  const example = exampleOf(output.schema, schemas);
  return {
    [status ?? 200]: {
      description: status === 201 ? 'Created.' : 'Done.',
      ...(output.schema.type === 'array' && { headers: { 'X-Total-Count': totalCount } }),
      content: { 'application/json': { schema: output.schema, example } },
    },
  };
}

/** The responses to conditional and range requests (RFC 9110 §13, §14). */
function conditional(call: DocumentedCall | RestCall): Record<string, ResponseObject> {
  const { conditions, contentTypes = [] } = call.response ?? {};
  const unchanged = {
    304: { description: 'The client already has this version: `If-None-Match` contains its ETag.' },
  };
  if ('forVisitors' in call || conditions === 'etag') return unchanged;
  if (conditions !== 'etag and range') return {};
  return {
    ...unchanged,
    206: { description: 'The bytes that `Range` asks for.', content: contentOf(contentTypes) },
    416: { description: 'The range is outside of the file. The response has no body.' },
  };
}

function contentOf(contentTypes: readonly string[]): MediaTypes {
  return Object.fromEntries(contentTypes.map((type) => [type, { schema: schemaOfMediaType(type) }]));
}

/**
 * The schema of a response that no procedure defines: text, the bytes of a file, or an object with any fields for JSON.
 */
function schemaOfMediaType(mediaType: string): JsonSchema {
  if (mediaType === 'application/json') return { type: 'object' };
  return { type: 'string', ...(!mediaType.startsWith('text/') && { format: 'binary' }) };
}

function errorsOf(
  call: DocumentedCall,
  { takesInput, readsJson }: { takesInput: boolean; readsJson: boolean },
): Record<string, ResponseObject> {
  const writes = call.method !== 'GET';
  const reasons: Record<number, string | undefined> = {
    ...((takesInput || writes) && {
      400: 'The request is invalid. `fields` names the invalid fields, if any.',
    }),
    ...(call.access !== 'anyone' && { 401: 'Nobody is logged in.' }),
    ...(writes && { 413: 'The body is too large.' }),
    ...(writes && !call.isSigned && { 403: 'The request came from another site: code `cross_site`.' }),
    ...(readsJson && { 415: 'The body is not JSON.' }),
    ...(call.access === 'admin' && { 403: 'The user is not an admin.' }),
    ...call.errors,
    ...(call.access === 'admin' &&
      call.errors?.[403] && { 403: `${call.errors[403]} Or the user is not an admin.` }),
    503: 'The academy is busy: code `busy`. Or a service that it needs cannot be reached: code `database_unavailable` or `storage_unavailable`.',
  };
  return Object.fromEntries(
    Object.entries(reasons).flatMap(([status, description]) =>
      description === undefined ? [] : [[status, errorResponse(Number(status), description)]],
    ),
  );
}
