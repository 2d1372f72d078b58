import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { listProductsForVisitors } from '../shop/shop.operations.ts';
import { matchesEtag } from './etag.ts';

/** What every visitor gets, serialised once. */
type KeptAnswer = { json: Buffer; etag: string };

type Kept = {
  make: (deps: Deps) => Promise<KeptAnswer>;
  send: (request: FastifyRequest, reply: FastifyReply, kept: KeptAnswer) => void;
};

/** The browser asks again each time, and gets 304 while nothing has changed for visitors. */
function sendRest(request: FastifyRequest, reply: FastifyReply, { json, etag }: KeptAnswer): void {
  reply.headers({ 'cache-control': 'private, no-cache', vary: 'cookie', etag });
  if (matchesEtag(request.headers['if-none-match'], etag)) reply.status(304).send();
  else reply.type('application/json; charset=utf-8').send(json);
}

/** tRPC's envelopes: of a call of its own, and of a batch that holds one. */
const alone = [Buffer.from('{"result":{"data":'), Buffer.from('}}')] as const;
const batched = [Buffer.from('[{"result":{"data":'), Buffer.from('}}]')] as const;

function sendTrpc(request: FastifyRequest, reply: FastifyReply, { json }: KeptAnswer): void {
  const [before, after] = request.url.includes('batch=1') ? batched : alone;
  reply.headers({ 'cache-control': 'private, no-store', vary: 'trpc-accept, accept' });
  reply.type('application/json').send(Buffer.concat([before, json, after]));
}

/** By whole addresses: a query that says more than these is none of them. */
const keptAnswers = new Map<string, Kept>([
  ['/api/products', { make: listProductsForVisitors, send: sendRest }],
  ['/trpc/shop.listProducts', { make: listProductsForVisitors, send: sendTrpc }],
  ['/trpc/shop.listProducts?batch=1&input=%7B%7D', { make: listProductsForVisitors, send: sendTrpc }],
]);

/** True of what every visitor may be given as it is kept, which costs next to nothing. */
export function isKeptAnswer(method: string, url: string): boolean {
  return method === 'GET' && keptAnswers.has(url);
}

const sessionCookie = /(?:^|;\s*)(?:__Host-)?session=/;

/**
 * Answers visitors who ask for what is the same for all of them, before anything is read of the request that could make
 * a difference. Whoever sends a session's cookie is answered by the procedure, and gets the same unless they are
 * signed in.
 */
export function answerVisitorsEarly(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', (request, reply, done) => {
    const kept = request.method === 'GET' ? keptAnswers.get(request.url) : undefined;
    if (!kept || request.headers['trpc-accept'] !== undefined) return done();
    if (sessionCookie.test(request.headers.cookie ?? '')) return done();
    kept.make(deps).then((answer) => kept.send(request, reply, answer), done);
  });
}
