import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

type Upload = {
  path: string;
  contentType: string;
  begun: Date;
  parts: Map<number, { bytes: Buffer; etag: string }>;
};

const minPartBytes = 5 * 1024 * 1024;

/**
 * Serves multipart uploads for tests, in front of s3rver, which can neither list nor abort them and checks no etag.
 * Responds according to the S3 API reference, and stores the finished object in s3rver.
 */
export function createMultipartOnS3rver(upstreamPort: number) {
  const uploads = new Map<string, Upload>();

  async function begin(incoming: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const id = randomBytes(24).toString('base64url');
    const contentType = incoming.headers['content-type'] ?? 'binary/octet-stream';
    uploads.set(id, { path, contentType, begun: new Date(), parts: new Map() });
    const result = `<Key>${keyOf(path)}</Key><UploadId>${id}</UploadId>`;
    sendXml(response, 200, `<InitiateMultipartUploadResult>${result}</InitiateMultipartUploadResult>`);
  }

  async function takePart(
    upload: Upload,
    number: number,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const bytes = await buffer(incoming);
    const etag = createHash('md5').update(bytes).digest('hex');
    upload.parts.set(number, { bytes, etag });
    response.writeHead(200, { etag: `"${etag}"` }).end();
  }

  async function complete(
    id: string,
    upload: Upload,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = (await buffer(incoming)).toString();
    const named = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)/.exec(part)?.[1]),
      etag: (/<ETag>(.*?)<\/ETag>/.exec(part)?.[1] ?? '').replaceAll(/"|&quot;/g, ''),
    }));
    const found: Buffer[] = [];
    for (const [index, { number, etag }] of named.entries()) {
      if (index > 0 && number <= (named[index - 1]?.number ?? 0))
        return fail(response, 400, 'InvalidPartOrder');
      const part = upload.parts.get(number);
      if (part?.etag !== etag) return fail(response, 400, 'InvalidPart');
      if (index < named.length - 1 && part.bytes.length < minPartBytes) {
        return fail(response, 400, 'EntityTooSmall');
      }
      found.push(part.bytes);
    }
    const stored = await fetch(`http://127.0.0.1:${upstreamPort}${upload.path}`, {
      method: 'PUT',
      headers: { 'content-type': upload.contentType },
      body: new Uint8Array(Buffer.concat(found)),
    });
    if (!stored.ok) return fail(response, 500, 'InternalError');
    uploads.delete(id);
    const etag = stored.headers.get('etag') ?? '';
    sendXml(
      response,
      200,
      `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function listParts(upload: Upload, response: ServerResponse): void {
    const parts = [...upload.parts]
      .sort(([a], [b]) => a - b)
      .map(([number, { bytes, etag }]) => {
        const fields = `<PartNumber>${number}</PartNumber><Size>${bytes.length}</Size><ETag>"${etag}"</ETag>`;
        return `<Part>${fields}</Part>`;
      });
    sendXml(response, 200, `<ListPartsResult>${parts.join('')}</ListPartsResult>`);
  }

  function listUploads(response: ServerResponse): void {
    const rows = [...uploads].map(([id, { path, begun }]) => {
      const fields = `<Key>${keyOf(path)}</Key><UploadId>${id}</UploadId>`;
      return `<Upload>${fields}<Initiated>${begun.toISOString()}</Initiated></Upload>`;
    });
    sendXml(response, 200, `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`);
  }

  return {
    /** @returns false for requests that are not about multipart uploads */
    async serve(
      incoming: IncomingMessage,
      response: ServerResponse,
      path: string,
      query: URLSearchParams,
    ): Promise<boolean> {
      const { method } = incoming;
      const id = query.get('uploadId');
      if (id === null) {
        if (!query.has('uploads')) return false;
        if (method === 'POST') await begin(incoming, response, path);
        else listUploads(response);
        return true;
      }
      const upload = uploads.get(id);
      if (upload?.path !== path) {
        incoming.resume();
        fail(response, 404, 'NoSuchUpload');
      } else if (method === 'PUT') {
        await takePart(upload, Number(query.get('partNumber')), incoming, response);
      } else if (method === 'POST') await complete(id, upload, incoming, response);
      else if (method === 'GET') listParts(upload, response);
      else {
        uploads.delete(id);
        response.writeHead(204).end();
      }
      return true;
    },
  };
}

/** The path without the bucket. */
function keyOf(path: string): string {
  return decodeURIComponent(path.split('/').slice(2).join('/'));
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

function fail(response: ServerResponse, status: number, code: string): void {
  sendXml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}
