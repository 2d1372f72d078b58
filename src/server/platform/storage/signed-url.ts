import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { StorageError } from './storage.ts';

/** What a signed PUT URL of the disk store allows. `expiresAt` is in Unix seconds. */
export type PutTerms = {
  key: string;
  expiresAt: number;
  maxBytes: number;
  exactBytes: number | undefined;
  contentType: string | undefined;
};

/** What a signed URL for one part of an upload allows. `expiresAt` is in Unix seconds. */
type PartTerms = {
  key: string;
  uploadId: string;
  number: number;
  expiresAt: number;
  exactBytes: number;
};

/** A parsed query string. A value that is not a single string, such as a repeated parameter, fails the verification. */
export type SignedQuery = Readonly<Record<string, unknown>>;

export type UrlSigner = {
  putQuery(terms: PutTerms): string;
  partQuery(terms: PartTerms): string;
  /**
   * `verifyPut` and `verifyPart` return the terms if the signature is valid for this use and key, else undefined. The
   * caller checks the expiry.
   */
  verifyPut(key: string, query: SignedQuery): PutTerms | undefined;
  verifyPart(key: string, query: SignedQuery): PartTerms | undefined;
};

/** Parts have their own method, so that the URL of a part is not valid for a complete file. */
type Method = 'PUT' | 'PART';

const putParameters = ['expires', 'max', 'exact', 'type'] as const;
const partParameters = ['upload', 'part', 'expires', 'exact'] as const;

/**
 * Signs and verifies URLs of the disk store with HMAC-SHA-256. The key is derived from `secret` for this purpose only
 * (RFC 5869), so that the application secret can have other uses.
 * @throws if the secret is shorter than 16 bytes
 */
export function createUrlSigner(secret: Buffer | string): UrlSigner {
  const material = Buffer.from(secret);
  if (material.length < 16) {
    throw new StorageError('invalid_request', 'The secret of the disk store needs at least 16 bytes.');
  }
  const signingKey = Buffer.from(hkdfSync('sha256', material, '', 'disk storage signed addresses v1', 32));

  // A JSON array separates the fields, so that values cannot run together.
  const signatureOf = (method: Method, key: string, values: readonly string[]) =>
    createHmac('sha256', signingKey)
      .update(JSON.stringify([method, key, ...values]))
      .digest();

  function signedQuery(method: Method, key: string, names: readonly string[], values: readonly string[]) {
    const query = new URLSearchParams();
    names.forEach((name, index) => {
      const value = values[index];
      if (value) query.set(name, value);
    });
    query.set('signature', signatureOf(method, key, values).toString('base64url'));
    return query.toString();
  }

  function verifiedValues(method: Method, key: string, query: SignedQuery, names: readonly string[]) {
    const values: string[] = [];
    for (const name of names) {
      const value = query[name] ?? '';
      if (typeof value !== 'string') return undefined;
      values.push(value);
    }
    if (typeof query.signature !== 'string') return undefined;
    const given = Buffer.from(query.signature, 'base64url');
    const expected = signatureOf(method, key, values);
    return given.length === expected.length && timingSafeEqual(given, expected) ? values : undefined;
  }

  return {
    putQuery: (terms) =>
      signedQuery('PUT', terms.key, putParameters, [
        String(terms.expiresAt),
        String(terms.maxBytes),
        terms.exactBytes === undefined ? '' : String(terms.exactBytes),
        terms.contentType ?? '',
      ]),
    partQuery: ({ key, uploadId, number, expiresAt, exactBytes }) =>
      signedQuery('PART', key, partParameters, [
        uploadId,
        String(number),
        String(expiresAt),
        String(exactBytes),
      ]),
    verifyPut(key, query) {
      const values = verifiedValues('PUT', key, query, putParameters);
      if (!values) return undefined;
      const [expires = '', max = '', exact = '', type = ''] = values;
      return {
        key,
        expiresAt: Number(expires),
        maxBytes: Number(max),
        exactBytes: exact === '' ? undefined : Number(exact),
        contentType: type === '' ? undefined : type,
      };
    },
    verifyPart(key, query) {
      const values = verifiedValues('PART', key, query, partParameters);
      if (!values) return undefined;
      const [uploadId = '', number = '', expires = '', exact = ''] = values;
      return {
        key,
        uploadId,
        number: Number(number),
        expiresAt: Number(expires),
        exactBytes: Number(exact),
      };
    },
  };
}
