import type { FastifyServerOptions } from 'fastify';

function rejectSchema(): never {
  throw new Error('Routes have no JSON schemas here: procedures validate input and output.');
}

/**
 * Prevents Fastify from loading a JSON schema compiler, which would cost startup time and memory. No route has a JSON
 * schema.
 */
export const noSchemas: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: () => rejectSchema, buildSerializer: () => rejectSchema },
};
