import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { etagOf } from '../../platform/crypto/content-hash.ts';
import { matchesEtag } from '../etag.ts';
import { buildApiDocument } from './document.ts';

/** Built once, because it depends on the schemas alone. */
const document = buildApiDocument();
const body = `${JSON.stringify(document, null, 2)}\n`;
const etag = etagOf(body);

/** Serves the documentation of the REST API, as OpenAPI and as a web page. */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  app.get('/api/openapi.json', async (request, reply) => {
    reply.headers({ etag, 'cache-control': 'no-cache' });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
  await app.register(swagger, {
    mode: 'static',
    specification: { document: JSON.parse(body) },
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The page cannot send calls, because they could change the account of the reader.
    uiConfig: {
      layout: 'BaseLayout',
      supportedSubmitMethods: [],
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
    },
    theme: { title: `API of the ${document.info.title}` },
  });
}
