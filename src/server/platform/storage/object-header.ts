import { readJson } from '../json-text.ts';
import { type ObjectInfo, StorageError } from './storage.ts';

/**
 * A stored file begins with a header of this length: a JSON object, padded with spaces. The content follows. Both are
 * in one file, so that content and type appear, change and disappear together.
 */
export const headerBytes = 512;

const formatName = 'object 1';

/** The padded header. @throws StorageError `invalid_request` if the content type does not fit */
export function encodeHeader(info: ObjectInfo): Buffer {
  const json = JSON.stringify({
    format: formatName,
    size: info.sizeBytes,
    type: info.contentType,
    sha256: info.etag,
  });
  if (Buffer.byteLength(json) >= headerBytes) {
    throw new StorageError('invalid_request', 'The content type is too long to be stored.');
  }
  return Buffer.from(`${json.padEnd(headerBytes - 1)}\n`);
}

/** Reads a header. @throws StorageError `damaged` if it is malformed or the file does not have the stated size */
export function decodeHeader(header: Buffer, actualSize: number): ObjectInfo {
  const fields = readJson(header.toString('utf8'));
  if (
    typeof fields !== 'object' ||
    fields === null ||
    !('format' in fields && fields.format === formatName) ||
    !('size' in fields && fields.size === actualSize) ||
    !('type' in fields && typeof fields.type === 'string') ||
    !('sha256' in fields && typeof fields.sha256 === 'string')
  ) {
    throw new StorageError('damaged', 'A stored file is damaged: its header does not match its content.');
  }
  return { sizeBytes: actualSize, contentType: fields.type, etag: fields.sha256 };
}
