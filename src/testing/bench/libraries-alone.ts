/**
 * Loads the libraries that the server loads at startup, and nothing else. The start and the memory of the server are
 * compared with those of this process.
 */
import '@fastify/cookie';
import '@fastify/helmet';
import '@fastify/secure-session';
import '@fastify/static';
import '@fastify/swagger';
import '@fastify/swagger-ui';
import '@fastify/under-pressure';
import '@opentelemetry/api';
import '@trpc/server/adapters/fastify';
import 'argon2';
import 'fastify';
import 'kysely/migration';
import 'lru-cache';
import 'otpauth';
import 'pg';
import 'pg-boss';
import 'pg-copy-streams';
import 'pino';
import 'prom-client';
import 'rate-limiter-flexible';
import 'remark-gfm';
import 'remark-parse';
import 'secure-json-parse';
import 'ts-fsrs';
import 'unified';
import 'zod';

// As the server does after its start.
globalThis.gc?.();
process.send?.('loaded');
// The channel keeps the process running until the parent has measured it.
process.once('disconnect', () => process.exit());
