import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { minuteMs } from '../../shared/durations.ts';
import type { ByteRange, ObjectInfo } from '../platform/storage/storage.ts';
import { matchesEtag } from './etag.ts';

export type StreamableFile = {
  info: ObjectInfo;
  filename: string;
  disposition: 'inline' | 'attachment';
  /** Opens the whole file, or only the range. Called at most once per request. */
  open(range?: ByteRange): Promise<Readable>;
  /** Called before bytes of the whole file or of a part are sent; not called for HEAD, 304 and 416. */
  onOpen?(isPart: boolean): Promise<void>;
};

/** Headers that prevent uploaded content from running and keep it out of every cache. */
export function inertFileHeaders(
  contentType: string,
  disposition: 'inline' | 'attachment',
  filename: string,
): Record<string, string> {
  return {
    'content-type': contentType,
    'content-disposition': `${disposition}; filename="${filename}"`,
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'referrer-policy': 'no-referrer',
  };
}

/** Closes the body, such as a file or a query, when the response ends, even if the client disconnects. */
export function closeWithResponse(reply: FastifyReply, body: Readable): void {
  reply.raw.once('close', () => body.destroy());
  // If the client disconnected while the body was being opened, `close` was emitted before the listener was added.
  if (reply.raw.destroyed) body.destroy();
}

/**
 * Closes the connection if the client receives nothing for a minute, or does not have the whole file after five minutes
 * and one more for each megabyte. Used for files that are held in memory.
 */
export function dropIfSlow(reply: FastifyReply, sizeBytes: number): void {
  if (reply.raw.destroyed) return;
  const drop = () => reply.raw.destroy();
  reply.raw.setTimeout(minuteMs, drop);
  const timer = setTimeout(drop, (5 + Math.ceil(sizeBytes / 1024 ** 2)) * minuteMs).unref();
  reply.raw.once('close', () => clearTimeout(timer));
}

/**
 * Responds to GET and HEAD for a file: with the complete file (200), with one range (206), with 416 for a range outside
 * of the file, or with 304 if the client already has this version (RFC 9110 §13, §14). The file is read as fast as the
 * client receives it, and closed when the client disconnects.
 */
export async function streamFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StreamableFile,
): Promise<FastifyReply> {
  const { info } = file;
  const etag = `"${info.etag}"`;
  reply.headers({
    ...inertFileHeaders(info.contentType, file.disposition, file.filename),
    'accept-ranges': 'bytes',
    etag,
  });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
  if (request.method === 'HEAD') {
    // For a stream, Fastify does not set `content-length`.
    return reply.header('content-length', info.sizeBytes).send(Readable.from([]));
  }
  const condition = request.headers['if-range'];
  const isSameVersion = condition === undefined || condition === etag;
  const range = isSameVersion ? parseRangeHeader(request.headers.range, info.sizeBytes) : undefined;
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${info.sizeBytes}`).send();
  }
  const body = await file.open(range);
  closeWithResponse(reply, body);
  await file.onOpen?.(range !== undefined);
  if (range) {
    reply
      .status(206)
      .header('content-range', `bytes ${range.start}-${range.end}/${info.sizeBytes}`)
      .header('content-length', range.end - range.start + 1);
  } else {
    reply.header('content-length', info.sizeBytes);
  }
  return reply.send(body);
}

/**
 * Parses a Range header (RFC 9110 §14.1.2) for an object of `sizeBytes`. Undefined means that the complete object is
 * sent (no header, another unit, several ranges or a malformed one); 'unsatisfiable' means 416.
 */
function parseRangeHeader(
  header: string | undefined,
  sizeBytes: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'unsatisfiable' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= sizeBytes ? 'unsatisfiable' : { start, end };
}
