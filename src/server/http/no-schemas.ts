import type { FastifyServerOptions } from 'fastify';

function rejectSchema(): never {
  throw new Error('Routes have no JSON schemas here: procedures check what comes in and goes out.');
}

/**
 * Fastify would load a compiler for JSON schemas, and that compiler a dozen packages, although no route has one: a fifth
 * of the start and ten megabytes.
 */
export const noSchemas: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: () => rejectSchema, buildSerializer: () => rejectSchema },
};
