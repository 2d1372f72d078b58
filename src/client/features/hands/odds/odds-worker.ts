import { countOdds, type Odds } from '../../../../shared/poker/odds.ts';
import type { OddsRequest, OddsResponse } from './odds-messages.ts';

self.addEventListener('message', ({ data: request }: MessageEvent<OddsRequest>) => {
  self.postMessage({ request, odds: oddsOf(request) } satisfies OddsResponse);
});

function oddsOf({ sides, board }: OddsRequest): Odds | null {
  try {
    return countOdds(sides, board) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
