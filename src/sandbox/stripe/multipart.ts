import { createHash } from 'node:crypto';
import { StripeApiError } from './api-error.ts';
import type { RawParams } from './form-encoding.ts';

/**
 * Parses `multipart/form-data` as sent by the official SDK. A file becomes its name, type, size and hash; its bytes are
 * not stored.
 * @throws StripeApiError 400 without a boundary, and for a part without a name
 */
export function parseMultipart(body: Buffer, contentType: string): RawParams {
  const boundary = /boundary="?([^";]+)/.exec(contentType)?.[1];
  if (boundary === undefined) throw new StripeApiError(400, 'The multipart body has no boundary.');
  const params: RawParams = Object.create(null);
  // Latin-1 maps every byte to one character.
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const headEnd = part.indexOf('\r\n\r\n');
    const head = part.slice(0, headEnd);
    const value = Buffer.from(part.slice(headEnd + 4, -2), 'latin1');
    const name = / name="([^"]*)"/.exec(head)?.[1];
    if (name === undefined || headEnd < 0) throw new StripeApiError(400, 'A part of the body has no name.');
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    params[name] =
      filename === undefined
        ? value.toString('utf8')
        : {
            filename,
            type: /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? 'application/octet-stream',
            size: String(value.length),
            sha256: createHash('sha256').update(value).digest('hex'),
          };
  }
  return params;
}
