import type { BenchAcademy } from './bench-academy.ts';
import { inTurns, type Load, sendLoad } from './load.ts';
import type { ReferenceReady } from './reference-server.ts';
import type { Row } from './report.ts';

type Pair = {
  path: string;
  load: Load;
  status?: number;
  reference: string;
  bare: Load;
  target: number | null;
  /** Number of responses in one batch. */
  responses?: number;
};

/** Measures requests per second, compared with the minimal programs of `reference-server.ts`. */
export async function measureHotPaths(
  bench: BenchAcademy,
  { url: bareUrl, nodeHttpUrl }: ReferenceReady,
  pace: { rounds: number; seconds: number },
  printStep: (step: string) => void,
): Promise<Row[]> {
  const { url } = bench.academy;
  const own = { cookie: bench.student.cookie };
  const trpc = (path: string) => `${url}/trpc/${path}`;
  const etag = (await fetch(`${url}/api/products`)).headers.get('etag') ?? '';
  const list: Load = { url: `${bareUrl}/products` };
  const signIn = JSON.stringify({ email: bench.student.email, password: bench.student.password });
  const json = { 'content-type': 'application/json' };
  const pairs: Pair[] = [
    {
      path: 'REST product list, visitor, 200',
      load: { url: `${url}/api/products` },
      reference: 'fastify + pg, the same 60 rows',
      bare: list,
      target: 4,
    },
    {
      path: 'REST product list, visitor, 304',
      load: { url: `${url}/api/products`, headers: { 'if-none-match': etag } },
      status: 304,
      reference: 'fastify + pg, the same 60 rows',
      bare: list,
      target: 4,
    },
    {
      path: 'The first row, compared with Fastify',
      load: { url: `${url}/api/products` },
      reference: 'fastify alone, the same rows from memory',
      bare: { url: `${bareUrl}/memory` },
      target: null,
    },
    {
      path: 'The first row, compared with node:http',
      load: { url: `${url}/api/products` },
      reference: 'node:http alone, the same rows from memory',
      bare: { url: nodeHttpUrl },
      target: null,
    },
    {
      path: 'tRPC product list, visitor',
      load: { url: trpc('shop.listProducts') },
      reference: 'fastify + pg, the same 60 rows',
      bare: list,
      target: null,
    },
    {
      path: 'tRPC batch of three lists, visitor, per list',
      load: { url: trpc('shop.listProducts,shop.listProducts,payments.plans?batch=1&input=%7B%7D') },
      reference: 'fastify + pg, the same 60 rows',
      bare: list,
      target: null,
      responses: 3,
    },
    {
      path: 'REST product list, student',
      load: { url: `${url}/api/products`, headers: own },
      reference: 'fastify + pg, timestamps as text',
      bare: { url: `${bareUrl}/products-own` },
      target: 0.8,
    },
    {
      path: 'GET /api/user',
      load: { url: `${url}/api/user`, headers: own },
      reference: 'fastify + pg, one join',
      bare: { url: `${bareUrl}/user` },
      target: 0.8,
    },
    {
      path: 'tRPC current user',
      load: { url: trpc('auth.me'), headers: own },
      reference: 'fastify + pg, one join',
      bare: { url: `${bareUrl}/user` },
      target: 0.6,
    },
    {
      path: 'tRPC library',
      load: { url: trpc('shop.listLibrary'), headers: own },
      reference: 'fastify + pg, timestamps as text',
      bare: { url: `${bareUrl}/library` },
      target: 0.6,
    },
    {
      path: 'REST coaching sessions',
      load: { url: `${url}/api/coaching/sessions`, headers: own },
      reference: 'fastify + pg, timestamps as text',
      bare: { url: `${bareUrl}/sessions` },
      target: 0.8,
    },
    {
      path: 'REST coaching plans',
      load: { url: `${url}/api/coaching-pdfs`, headers: own },
      reference: 'fastify + pg, timestamps as text',
      bare: { url: `${bareUrl}/plans` },
      target: 0.8,
    },
    {
      path: 'Sign-in',
      load: { url: `${url}/api/login`, method: 'POST', headers: json, body: signIn, connections: 8 },
      reference: 'argon2 alone',
      bare: { url: `${bareUrl}/argon2`, method: 'POST', connections: 8 },
      target: 0.6,
    },
    {
      path: `Download of a PDF of ${Math.round(bench.file.bytes / 1024 / 1024)} MB`,
      load: { url: `${url}/api/products/${bench.file.productId}/download`, headers: own, connections: 8 },
      reference: 'fastify alone, a stream of the file',
      bare: { url: `${bareUrl}/file`, connections: 8 },
      target: null,
    },
  ];
  const rows: Row[] = [];
  for (const { path, load, status, reference, bare, target, responses = 1 } of pairs) {
    printStep(path);
    // Warm-up.
    await Promise.all([sendLoad(load, 1, status), sendLoad(bare, 1)]);
    const seen = await inTurns(pace.rounds, {
      academy: async () => (await sendLoad(load, pace.seconds, status)).perSecond * responses,
      bare: async () => (await sendLoad(bare, pace.seconds)).perSecond,
    });
    rows.push({
      path,
      reference,
      academy: perSecond(seen.academy),
      bare: perSecond(seen.bare),
      ratio: seen.academy / seen.bare,
      target: target === null ? null : { atLeast: target },
    });
  }
  return rows;
}

function perSecond(value: number): string {
  return `${value >= 100 ? Math.round(value) : value.toFixed(1)} /s`;
}
