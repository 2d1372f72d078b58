import { Link } from '@tanstack/react-router';
import type { HandFilter, HandListItem } from '../../../../shared/hands/hands.ts';
import { formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { HandLineText } from '../hand-line-view.tsx';
import { shownResult } from '../shown-result.ts';

export type HandRowsProps = {
  hands: readonly HandListItem[];
  /** The filter of the list. The page of a hand links to the neighbors of the hand in this list. */
  filter: HandFilter;
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
};

export function HandRows({ hands, filter, selected, onSelect }: HandRowsProps) {
  return (
    <ul className="divide-y divide-border border-y border-border">
      {hands.map((hand) => {
        const [played, result] = splitResult(hand);
        return (
          <li key={hand.id} className="flex min-h-11 items-center gap-1 py-1.5">
            <label className="-ml-3 grid size-11 shrink-0 place-items-center">
              <input
                type="checkbox"
                aria-label={`Select ${hand.title ?? hand.line}`}
                checked={selected.has(hand.id)}
                onChange={(event) => onSelect(hand.id, event.currentTarget.checked)}
                className="size-5 accent-primary"
              />
            </label>
            <Link
              to="/hands/$id"
              params={{ id: hand.id }}
              state={{ handFilter: filter }}
              className="min-w-0 flex-1 rounded-control px-1 py-1 text-text no-underline hover:bg-sunken"
            >
              {hand.title !== null && (
                <span className="line-clamp-2 font-semibold wrap-anywhere">{hand.title}</span>
              )}
              <HandLineText line={played} className="line-clamp-2" />
            </Link>
            <span className="flex shrink-0 flex-col items-end gap-1 text-xs text-muted">
              <span className="font-mono text-sm font-semibold text-text">{result}</span>
              <span className="flex gap-1">
                {hand.starred && (
                  <span className="text-accent-text">
                    <span aria-hidden="true">★</span>
                    <span className="sr-only">Starred</span>
                  </span>
                )}
                {hand.hasNote && <Badge>Note</Badge>}
                {hand.isAsked && <Badge>Asked</Badge>}
                {/* `odd`: something in the hand differs from the rules of poker. */}
                {hand.verdict === 'odd' && <Badge tone="warning">Differs from the rules</Badge>}
              </span>
              <span className="tabular max-sm:hidden">{formatDate(hand.playedOn ?? hand.createdAt)}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Splits a line into the actions and the result, which is the last section if the hand has a hero. */
function splitResult({ line, netBigBlinds }: HandListItem): [played: string, result: string] {
  const end = line.lastIndexOf(' · ');
  if (netBigBlinds === null || end === -1) return [line, ''];
  return [line.slice(0, end), shownResult(line.slice(end + 3), netBigBlinds)];
}
