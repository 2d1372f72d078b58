import type { FastifyServerOptions } from 'fastify';

function rejectSchema(): never {
  throw new Error('Routes have no JSON schemas here: procedures check what comes in and goes out.');
}

/**
 * Fastify would load a JSON schema compiler and a dozen packages with it, although routes have no schemas: a fifth of
 * the startup time and ten megabytes.
 */
export const noSchemas: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: () => rejectSchema, buildSerializer: () => rejectSchema },
};
