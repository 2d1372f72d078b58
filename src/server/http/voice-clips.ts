import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { openClip } from '../coaching/voice-clips.operations.ts';
import type { Deps } from '../deps.ts';
import { createContext } from './context.ts';
import { streamFile } from './stream-file.ts';

/**
 * Serves the voice clips in answers of coaches. Supports HTTP range requests, because some browsers do not play a clip
 * without them.
 */
export function registerVoiceClips(app: FastifyInstance, deps: Deps): void {
  app.get('/api/questions/clips/:id', async (request, reply) => {
    const { actor } = await createContext(deps, request);
    const { info, bytes } = await openClip(deps, actor, (request.params as { id: string }).id);
    return streamFile(request, reply, {
      info,
      filename: 'voice-clip',
      disposition: 'inline',
      open: async (range) =>
        Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
    });
  });
}
