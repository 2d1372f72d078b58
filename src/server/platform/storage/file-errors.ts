import { StorageError } from './storage.ts';

/** The result of `work`; undefined if its path is absent, is a symbolic link or a socket, or leads through a file. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const code = systemCode(error);
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR' || code === 'ENXIO') return undefined;
    throw error;
  }
}

/** Runs file operations and converts system errors to `StorageError`. */
export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toStorageError(error);
  }
}

/** `full`, `exists` or `unavailable` for a file system error; any other error unchanged. */
export function toStorageError(error: unknown): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === 'EEXIST')
    return new StorageError('exists', 'An object with this key already exists.', { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new StorageError('full', 'The file store is full.', { cause: error });
  }
  return new StorageError('unavailable', `The file store is not usable (${code}).`, { cause: error });
}

/** The errno name of a file system error; undefined for any other error. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
