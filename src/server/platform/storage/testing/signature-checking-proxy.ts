import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createMultipartOnS3rver } from './multipart-on-s3rver.ts';

/**
 * A proxy in front of s3rver in tests. The proxy makes the checks that s3rver does not: it verifies AWS Signature
 * Version 4, in the query and in the Authorization header, requires a length for PUT (411), and honors
 * `If-None-Match: *` (412). It also serves multipart uploads. It does not use the SDK's signer, so that it verifies the
 * SDK's signatures independently.
 */
export function createSignatureCheckingProxy(options: {
  upstreamPort: number;
  accessKeyId: string;
  secretAccessKey: string;
}): Server {
  const multipart = createMultipartOnS3rver(options.upstreamPort);
  return createServer((incoming, response) => {
    serve(incoming, response, { ...options, multipart }).catch((error: unknown) =>
      response.destroy(new Error('proxy', { cause: error })),
    );
  });
}

type Upstream = {
  upstreamPort: number;
  accessKeyId: string;
  secretAccessKey: string;
  multipart: ReturnType<typeof createMultipartOnS3rver>;
};
type Claim = {
  credential: string;
  signedHeaders: string;
  signature: string;
  date: string;
  payloadHash: string;
};

async function serve(incoming: IncomingMessage, response: ServerResponse, upstream: Upstream): Promise<void> {
  const [path = '/', rawQuery = ''] = (incoming.url ?? '/').split('?', 2);
  const query = new URLSearchParams(rawQuery);
  const claim = claimOf(incoming, query);
  if (!claim || !isValid(claim, incoming, path, rawQuery, upstream)) {
    return sendError(response, 403, 'SignatureDoesNotMatch');
  }
  // s3rver itself rejects expired requests, except multipart requests.
  if (hasExpired(query)) return sendError(response, 403, 'AccessDenied', 'Request has expired');
  if (incoming.method === 'PUT' && incoming.headers['content-length'] === undefined) {
    return sendError(response, 411, 'MissingContentLength');
  }
  if (await upstream.multipart.serve(incoming, response, path, query)) return;
  if (incoming.method === 'PUT') {
    if (incoming.headers['if-none-match'] === '*' && (await exists(path, upstream))) {
      return sendError(response, 412, 'PreconditionFailed');
    }
  }
  await forward(incoming, response, upstream.upstreamPort);
}

function claimOf(incoming: IncomingMessage, query: URLSearchParams): Claim | undefined {
  const header = /^AWS4-HMAC-SHA256 Credential=(.+?), ?SignedHeaders=(.+?), ?Signature=([0-9a-f]+)$/.exec(
    incoming.headers.authorization ?? '',
  );
  if (header) {
    const [, credential = '', signedHeaders = '', signature = ''] = header;
    const date = String(incoming.headers['x-amz-date']);
    const payloadHash = String(incoming.headers['x-amz-content-sha256']);
    return { credential, signedHeaders, signature, date, payloadHash };
  }
  if (query.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return undefined;
  return {
    credential: query.get('X-Amz-Credential') ?? '',
    signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
    signature: query.get('X-Amz-Signature') ?? '',
    date: query.get('X-Amz-Date') ?? '',
    payloadHash: 'UNSIGNED-PAYLOAD',
  };
}

function isValid(
  claim: Claim,
  incoming: IncomingMessage,
  path: string,
  rawQuery: string,
  upstream: Upstream,
): boolean {
  const [accessKeyId, ...scope] = claim.credential.split('/');
  if (accessKeyId !== upstream.accessKeyId) return false;
  const query = rawQuery
    .split('&')
    .filter((pair) => pair !== '' && !pair.startsWith('X-Amz-Signature='))
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
    .sort()
    .join('&');
  const headers = claim.signedHeaders
    .split(';')
    .map(
      (name) =>
        `${name}:${String(incoming.headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}\n`,
    )
    .join('');
  const canonical = [incoming.method, path, query, headers, claim.signedHeaders, claim.payloadHash].join(
    '\n',
  );
  const hashed = createHash('sha256').update(canonical).digest('hex');
  const toSign = ['AWS4-HMAC-SHA256', claim.date, scope.join('/'), hashed].join('\n');
  const signingKey = scope.reduce<Buffer>(
    (key, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`AWS4${upstream.secretAccessKey}`),
  );
  return createHmac('sha256', signingKey).update(toSign).digest('hex') === claim.signature;
}

async function exists(path: string, { upstreamPort }: Upstream): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${upstreamPort}${path}`, { method: 'HEAD' });
  return response.ok;
}

/** Whether a presigned URL has expired, by its date (`20261121T101500Z`) and lifetime in seconds. */
function hasExpired(query: URLSearchParams): boolean {
  const date = query.get('X-Amz-Date');
  if (date === null) return false;
  const signedAt = Date.parse(
    date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  return signedAt + Number(query.get('X-Amz-Expires')) * 1_000 < Date.now();
}

function sendError(response: ServerResponse, status: number, code: string, message = code): void {
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}

async function forward(incoming: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { method, url: path, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path, headers }, resolve).on('error', reject);
  await pipeline(incoming, outgoing);
  const upstreamResponse = await promise;
  response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers);
  await pipeline(upstreamResponse, response);
}
