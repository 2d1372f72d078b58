import { S3ServiceException } from '@aws-sdk/client-s3';
import { StorageError } from './storage.ts';

/** Whether S3 answered "no such object". A missing bucket is a fault of the configuration and not counted. */
export function isAbsent(error: unknown): boolean {
  if (!(error instanceof S3ServiceException) || error.name === 'NoSuchBucket') return false;
  return error.name === 'NoSuchKey' || error.name === 'NotFound' || error.$metadata.httpStatusCode === 404;
}

/** What the rest of the server sees of an error of the SDK. Errors that are ours already pass unchanged. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const name = error instanceof Error ? error.name : 'unknown error';
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const cause = { cause: error };
  if (name === 'InvalidRange' || status === 416) {
    return new StorageError('invalid_range', 'The requested range is not satisfiable.', cause);
  }
  if (name === 'PreconditionFailed' || status === 412) {
    return new StorageError('exists', 'There is already an object here.', cause);
  }
  if (name === 'EntityTooLarge' || status === 413) {
    return new StorageError('too_large', 'The object store refuses a file of this size.', cause);
  }
  if (name === 'InvalidPart' || name === 'InvalidPartOrder' || name === 'EntityTooSmall') {
    return new StorageError('invalid_request', 'The parts are not what was sent.', cause);
  }
  if (name === 'QuotaExceeded' || status === 507) {
    return new StorageError('full', 'The object store is full.', cause);
  }
  return new StorageError('unavailable', `The object store is not usable (${name}).`, cause);
}
