import { buffer } from 'node:stream/consumers';
import { readVideoType, type VideoType, videoTypeBytes } from '../../shared/shop/video-type.ts';
import type { Deps } from '../deps.ts';
import { FileRejected } from '../platform/storage/file-rejected.ts';

/**
 * Detects the type of a video from its first bytes; videos are too large to read completely.
 * @throws FileRejected if no file has this key, or browsers cannot play the file; StorageError
 */
export async function inspectVideo(deps: Deps, key: string): Promise<VideoType> {
  const found = await deps.storage.read(key, { start: 0, end: videoTypeBytes - 1 });
  const type = found && readVideoType(await buffer(found.body));
  if (!type) throw new FileRejected('not_a_video');
  return type;
}
