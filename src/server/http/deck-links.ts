import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import { deckPathOf } from '../practice/decks.operations.ts';

/** Redirects the short URLs of decks, which are printed on stamped PDFs. */
export function registerDeckLinks(app: FastifyInstance, deps: Deps): void {
  app.get('/d/:code', async (request, reply) => {
    const path = await deckPathOf(deps, (request.params as { code: string }).code);
    if (path === undefined) return reply.callNotFound();
    return reply.header('cache-control', 'no-cache').redirect(path, 302);
  });
}
