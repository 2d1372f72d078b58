import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { ObjectFiles } from './object-files.ts';
import type { PartFiles } from './part-files.ts';
import type { PutTerms, SignedQuery, UrlSigner } from './signed-url.ts';
import { isKey, parseMediaType, StorageError } from './storage.ts';
import { BodyInterrupted, BodyStalled, bodyChunks } from './upload-body.ts';

/**
 * The maximum number of concurrent uploads to one key. It equals the number of attempts that a browser makes, because
 * the server may not have noticed yet that the earlier attempts were disconnected.
 */
const maxUploadsToKey = 5;
/** A client that sends fewer bytes than this in `stallTimeoutMs` gets 408. */
const stallMinimumBytes = 4_096;

type DiskRejection = {
  status: 400 | 403 | 404 | 408 | 409 | 413 | 503 | 507;
  code:
    | 'bad_signature'
    | 'expired'
    | 'type_mismatch'
    | 'size_mismatch'
    | 'empty'
    | 'too_large'
    | 'stalled'
    | 'aborted'
    | 'exists'
    | 'in_progress'
    | 'not_found'
    | 'full'
    | 'unavailable';
  /** For the client. */
  message: string;
  /** For the log, if the client did not cause the error. */
  cause?: unknown;
};

export type PutRequest = { key: string; query: SignedQuery; headers: IncomingHttpHeaders; body: Readable };
export type PutResult = { status: 200; etag: string } | DiskRejection;

export type DiskRoute = {
  files: ObjectFiles;
  parts: PartFiles;
  signer: UrlSigner;
  now: () => Date;
  /** The number of uploads in progress, by key. */
  receiving: Map<string, number>;
  stallTimeoutMs: number;
};

class Rejected extends Error {
  readonly rejection: DiskRejection;

  constructor(
    status: DiskRejection['status'],
    code: DiskRejection['code'],
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.rejection = cause === undefined ? { status, code, message } : { status, code, message, cause };
  }
}

/** Checks the signature, the headers and the key before it reads the first byte, and the size while bytes arrive. */
export async function acceptPut(route: DiskRoute, request: PutRequest): Promise<PutResult> {
  try {
    if (request.query.part !== undefined) return await acceptPart(route, request);
    const terms = verified(request.key, (key) => route.signer.verifyPut(key, request.query));
    assertNotExpired(route, terms.expiresAt);
    const contentType = acceptedType(terms, request.headers);
    assertStatedLength(terms, request.headers['content-length']);
    await assertAbsent(route, terms.key);

    const staged = await whileFewUploads(route, terms.key, () =>
      route.files.stage(measured(requestChunks(route, request), terms), contentType),
    );
    await route.files.commit(staged, terms.key, { replace: false });
    return { status: 200, etag: staged.info.etag };
  } catch (error) {
    return rejectionFor(error);
  }
}

/**
 * Rejects an upload while too many others to the same key are in progress, because many slow requests to one URL could
 * fill the disk. A few are allowed at the same time, because a client that lost its connection tries again.
 */
async function whileFewUploads<Result>(
  { receiving }: DiskRoute,
  key: string,
  receive: () => Promise<Result>,
): Promise<Result> {
  const before = receiving.get(key) ?? 0;
  if (before >= maxUploadsToKey) {
    throw new Rejected(409, 'in_progress', 'Other uploads to this address are in progress.');
  }
  receiving.set(key, before + 1);
  try {
    return await receive();
  } finally {
    const left = (receiving.get(key) ?? 1) - 1;
    if (left === 0) receiving.delete(key);
    else receiving.set(key, left);
  }
}

/** Receives one part of an upload. The part must have exactly the signed size, and the upload must be open. */
async function acceptPart(route: DiskRoute, request: PutRequest): Promise<PutResult> {
  const { key, uploadId, number, expiresAt, exactBytes } = verified(request.key, (requested) =>
    route.signer.verifyPart(requested, request.query),
  );
  assertNotExpired(route, expiresAt);
  const terms: PutTerms = { key, expiresAt, maxBytes: exactBytes, exactBytes, contentType: undefined };
  assertStatedLength(terms, request.headers['content-length']);
  const upload = { key, id: uploadId };
  if (!(await route.parts.isOpen(upload))) throw notOpen();
  const staged = await route.files.stage(
    measured(requestChunks(route, request), terms),
    'application/octet-stream',
  );
  if (!(await route.parts.put(upload, number, staged))) throw notOpen();
  return { status: 200, etag: staged.info.etag };
}

function requestChunks(route: DiskRoute, request: PutRequest): AsyncGenerator<Uint8Array> {
  return bodyChunks(request.body, { windowMs: route.stallTimeoutMs, minimumBytes: stallMinimumBytes });
}

function notOpen(): Rejected {
  return new Rejected(404, 'not_found', 'This upload was finished or canceled.');
}

function verified<Terms>(key: string, verify: (key: string) => Terms | undefined): Terms {
  const terms = isKey(key) ? verify(key) : undefined;
  if (!terms) throw new Rejected(403, 'bad_signature', 'The signature of this address is not valid.');
  return terms;
}

/** Responds with S3's message, by which the client recognizes that it must request a new URL. */
function assertNotExpired(route: DiskRoute, expiresAt: number): void {
  if (route.now().getTime() > expiresAt * 1000) throw new Rejected(403, 'expired', 'Request has expired');
}

function acceptedType(terms: PutTerms, headers: IncomingHttpHeaders): string {
  const claimed = parseMediaType(headers['content-type']);
  if (terms.contentType === undefined) return claimed ?? 'application/octet-stream';
  if (claimed !== terms.contentType) {
    throw new Rejected(403, 'type_mismatch', `This address accepts ${terms.contentType} only.`);
  }
  return claimed;
}

function assertStatedLength(terms: PutTerms, header: string | undefined): void {
  if (header === undefined) return;
  const stated = Number(header);
  if (stated > terms.maxBytes) throw tooLarge(terms);
  if (terms.exactBytes !== undefined && stated !== terms.exactBytes) throw wrongSize(terms);
}

async function assertAbsent(route: DiskRoute, key: string): Promise<void> {
  const existing = await route.files.open(key);
  if (!existing) return;
  await existing.handle.close();
  throw alreadyThere();
}

/** Counts the bytes; throws at the first excess byte, and at the end if there are too few. */
async function* measured(body: AsyncIterable<Uint8Array>, terms: PutTerms): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > terms.maxBytes) throw tooLarge(terms);
    if (terms.exactBytes !== undefined && received > terms.exactBytes) throw wrongSize(terms);
    yield chunk;
  }
  if (received === 0) throw new Rejected(400, 'empty', 'The file is empty.');
  if (terms.exactBytes !== undefined && received !== terms.exactBytes) throw wrongSize(terms);
}

function tooLarge(terms: PutTerms): Rejected {
  return new Rejected(
    413,
    'too_large',
    `The file is larger than the ${terms.maxBytes} bytes this address accepts.`,
  );
}

function wrongSize(terms: PutTerms): Rejected {
  return new Rejected(
    400,
    'size_mismatch',
    `This address accepts a file of exactly ${terms.exactBytes} bytes.`,
  );
}

function alreadyThere(): Rejected {
  return new Rejected(409, 'exists', 'A file was already uploaded to this address.');
}

function rejectionFor(error: unknown): DiskRejection {
  if (error instanceof Rejected) return error.rejection;
  if (error instanceof BodyStalled) return new Rejected(408, 'stalled', 'The upload stalled.').rejection;
  if (error instanceof BodyInterrupted) {
    return new Rejected(400, 'aborted', 'The upload was interrupted.').rejection;
  }
  if (error instanceof StorageError && error.code === 'exists') return alreadyThere().rejection;
  if (error instanceof StorageError && error.code === 'full') {
    return new Rejected(507, 'full', 'The server has no room for this file.', error).rejection;
  }
  return new Rejected(503, 'unavailable', 'The file store is not available.', error).rejection;
}
