import { handEquities } from '../../../../shared/poker/equity.ts';
import { handAgainstRange } from '../../../../shared/poker/hand-against-range.ts';
import { parseRange } from '../../../../shared/poker/range.ts';
import type { OddsRequest, OddsResponse } from './odds-messages.ts';

self.addEventListener('message', ({ data }: MessageEvent<OddsRequest>) => {
  self.postMessage({ request: data.request, equity: equityOf(data) } satisfies OddsResponse);
});

function equityOf({ hero, board, opponent }: OddsRequest): number | null {
  if (typeof opponent !== 'string') {
    return handEquities([hero, opponent], board).equities[0]?.share ?? null;
  }
  try {
    return handAgainstRange(hero, parseRange(opponent), board) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
