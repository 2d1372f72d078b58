import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import argon2 from 'argon2';
import Fastify from 'fastify';
import pg from 'pg';
import type { Connection } from '../../server/platform/db/database.ts';
import { listen } from '../free-port.ts';

/** The options of the reference server, which the parent process sends. */
export type ReferenceSetup = {
  connection: Connection;
  userId: string;
  sidHash: string;
  passwordHash: string;
  password: string;
  filePath: string;
};
/**
 * `nodeHttpUrl` is the URL of a bare `node:http` server, which returns the list of products from memory for every path.
 */
export type ReferenceReady = { url: string; nodeHttpUrl: string };

/** Converts `2026-11-21 08:55:50.123+00` to ISO format without a Date. */
const isoText = (text: string) => `${text.slice(0, 10)}T${text.slice(11, 23).padEnd(12, '0')}Z`;

const productColumns = `id, type, product_number, title, description, difficulty, price_cents, is_active, is_free,
  file_upload_id, video_url, content, category, estimated_duration, prerequisites, deleted_at, created_at, updated_at`;
const bought = `exists (select 1 from purchases p where p.product_id = products.id and p.user_id = $1
  and p.grants_access) as bought`;

/**
 * Serves the routes that the academy is compared with: the same kinds of queries with Fastify and pg only, argon2
 * alone, rows from memory, and a file. `/products` and `/memory` read times as `Date`, pg's default; the other lists
 * read times as text.
 */
async function serve(setup: ReferenceSetup): Promise<ReferenceReady> {
  const options = 'url' in setup.connection ? { connectionString: setup.connection.url } : setup.connection;
  const datePool = new pg.Pool({ ...options, max: 10, application_name: 'bench-reference' });
  const textPool = new pg.Pool({
    ...options,
    max: 10,
    application_name: 'bench-reference',
    options: '-c TimeZone=UTC',
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.TIMESTAMPTZ ? isoText : pg.types.getTypeParser(oid, format),
    },
  });
  await textPool.query(
    'create table if not exists bench_inserts (id bigint generated always as identity, at timestamptz, note text)',
  );
  await textPool.query('create table if not exists bench_answers (like daily_answers including all)');
  const app = Fastify();
  const serveRows = (url: string, pool: pg.Pool, sql: string, values: unknown[] = []) =>
    app.get(url, async () => (await pool.query(sql, values)).rows);

  serveRows(
    '/products',
    datePool,
    `select ${productColumns} from products where deleted_at is null and is_active order by price_cents, id`,
  );
  const { rows: products } = await datePool.query(
    `select ${productColumns} from products where deleted_at is null and is_active order by price_cents, id`,
  );
  const memory = Buffer.from(JSON.stringify(products));
  app.get('/memory', async (_request, reply) => reply.type('application/json').send(memory));
  serveRows(
    '/products-own',
    textPool,
    `select ${productColumns}, ${bought} from products where deleted_at is null and is_active order by price_cents, id`,
    [setup.userId],
  );
  serveRows(
    '/library',
    textPool,
    `select ${productColumns}, ${bought} from products
     where (deleted_at is null and is_active and (is_free or price_cents = 0 or exists (select 1 from purchases p
       where p.product_id = products.id and p.user_id = $1 and p.grants_access))) order by type, product_number, id`,
    [setup.userId],
  );
  serveRows(
    '/plans',
    textPool,
    `select c.*, u.id as file_id, u.filename, u.size_bytes from coaching_pdfs c
     left join uploads u on u.id = c.file_upload_id and u.status = 'claimed' order by c.pdf_number`,
  );
  serveRows(
    '/sessions',
    textPool,
    `select ${productColumns}, ${bought} from products where type = 'session' and deleted_at is null and is_active
     order by product_number, id`,
    [setup.userId],
  );
  serveRows(
    '/user',
    textPool,
    `select u.id, u.email, u.first_name, u.last_name, u.role, u.kyc_status, u.created_at, s.expire from sessions s
     join users u on u.id = s.user_id where s.sid = $1 and s.expire > now() and u.deleted_at is null`,
    [setup.sidHash],
  );
  app.post('/argon2', async () => ({ right: await argon2.verify(setup.passwordHash, setup.password) }));
  app.post('/inserts', async () => {
    const client = await textPool.connect();
    try {
      await client.query('begin');
      // The minimum work before a webhook is acknowledged: the event is stored and its processing is queued.
      for (const note of ['event', 'work']) {
        await client.query('insert into bench_inserts (at, note) values (now(), $1)', [note]);
      }
      await client.query('commit');
    } finally {
      client.release();
    }
    return { received: true };
  });
  app.post('/answer', async (request) => {
    // Any UUID can be the `daily_id`, because `like` copies no foreign keys.
    await textPool.query(
      'insert into bench_answers (daily_id, visitor_key, choice, created_at) values ($1, $2, $3, now())',
      [setup.userId, request.headers['x-forwarded-for'], 1],
    );
    return { stored: true };
  });
  app.get('/file', async (_request, reply) => {
    const { size } = await stat(setup.filePath);
    return reply
      .header('content-length', size)
      .type('application/pdf')
      .send(createReadStream(setup.filePath));
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, nodeHttpUrl: await openNodeHttp(memory) };
}

/** Starts a server that only returns `body`: the upper limit for Node with a response of this size. @returns its URL */
async function openNodeHttp(body: Buffer): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, ['content-type', 'application/json', 'content-length', String(body.length)]);
    response.end(body);
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

process.once('message', (setup: ReferenceSetup) => {
  serve(setup).then(
    (ready) => process.send?.(ready),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));
