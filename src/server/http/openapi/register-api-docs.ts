import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { matchesEtag } from '../etag.ts';
import { drawDocsPage } from './docs-page.ts';
import { buildApiDocument } from './document.ts';

const assetsFile = fileURLToPath(new URL('../../../../dist/render/assets.json', import.meta.url));

type Ready = { etag: string; body: string; contentType: string };

/** The documented calls, for programs and for people. Both are made with the first request and kept. */
export function registerApiDocs(app: FastifyInstance): void {
  let document: Promise<Ready> | undefined;
  let page: Promise<Ready> | undefined;

  app.get('/api/openapi.json', async (request, reply) => {
    document ??= Promise.resolve(
      readyOf(`${JSON.stringify(buildApiDocument(), null, 2)}\n`, 'application/json; charset=utf-8'),
    );
    return send(request, reply, await document);
  });

  app.get('/api/docs', async (request, reply) => {
    page ??= makePage();
    return send(request, reply, await page);
  });
}

async function makePage(): Promise<Ready> {
  return readyOf(drawDocsPage(buildApiDocument(), await styleAddress()), 'text/html; charset=utf-8');
}

function readyOf(body: string, contentType: string): Ready {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { etag, body, contentType };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, body, contentType }: Ready,
): FastifyReply {
  reply.headers({ etag, 'cache-control': 'no-cache' });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  return reply.type(contentType).send(body);
}

/** The site's style sheet, which holds fonts and colours; without a built client the page is plain. */
async function styleAddress(): Promise<string | undefined> {
  try {
    return z.object({ style: z.string() }).parse(JSON.parse(await readFile(assetsFile, 'utf8'))).style;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
