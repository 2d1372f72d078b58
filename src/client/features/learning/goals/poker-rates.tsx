import type { Results } from '../../../../shared/learning/goals.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents } from '../../../lib/format.ts';

function signed(value: number, unit: string): string {
  const rounded = Math.round(value * 10) / 10;
  return `${rounded > 0 ? '+' : ''}${rounded.toFixed(1)}${unit}`;
}

/** The win rate in big blinds per 100 hands and the ROI of tournaments, each with its 95% confidence interval. */
export function PokerRates({ results: { cash, tournaments } }: { results: Results }) {
  if (!cash && !tournaments) return null;
  return (
    <dl className="mb-6 grid gap-4 sm:grid-cols-2">
      {cash && (
        <Rate
          term={`Cash games, ${countText(cash.hands, 'hand')}`}
          value={`${signed(cash.bbPer100, '')} bb/100`}
          band={bandText(cash.low, cash.high, (value) => signed(value, ''))}
        />
      )}
      {tournaments && (
        <Rate
          term={`${tournaments.count === null ? 'Tournaments' : countText(tournaments.count, 'tournament')}, ${formatCents(tournaments.buyIns)} in buy-ins`}
          value={`${signed(tournaments.roi * 100, '%')} return`}
          band={bandText(tournaments.low, tournaments.high, (value) => signed(value * 100, '%'))}
        />
      )}
    </dl>
  );
}

function Rate({ term, value, band }: { term: string; value: string; band: string }) {
  return (
    <div className="rounded-card border border-border bg-surface p-4">
      <dt className="text-sm text-muted tabular">{term}</dt>
      <dd className="mt-1 text-xl font-semibold tabular">{value}</dd>
      <dd className="mt-1 text-sm text-muted tabular">{band}</dd>
    </div>
  );
}

function bandText(low: number | null, high: number | null, text: (value: number) => string): string {
  if (low === null || high === null) return 'One day says nothing about the rate. Enter more days.';
  const verdict = low <= 0 && high >= 0 ? 'It includes zero.' : 'It does not include zero.';
  return `95% confidence interval: ${text(low)} to ${text(high)}. ${verdict}`;
}
