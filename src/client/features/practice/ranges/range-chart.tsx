import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { gridSize, ranks, startingHands } from '../../../../shared/poker/starting-hands.ts';
import type { ActionWeights, CellWeights } from '../../../../shared/practice/range-weights.ts';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { classNames } from '../../../ui/class-names.ts';

export type RangeChartProps = {
  label: string;
  weights: readonly CellWeights[];
  /** The marks of cells, by index. */
  marks?: ReadonlyMap<number, CellMark>;
  /** Called when a cell is painted; without it the chart is read-only. */
  onPaint?: (cell: number, event: PaintEvent) => void;
  /** Called when a cell has received the focus. */
  onChoose?: (cell: number) => void;
};

/**
 * `asked`: the hand of the current question; `changed`: changed since the student learned the range; `missing` and
 * `surplus`: played too rarely or too often in a chart that the student painted from memory.
 */
type CellMark = 'asked' | 'changed' | 'missing' | 'surplus';
/**
 * `key` is the key, in lower case, with which the cell was painted; absent for a pointer. `continues`: the cell is part
 * of the same stroke as the cell painted before.
 */
export type PaintEvent = { erase: boolean; key?: string; continues?: boolean };

const markClasses: Record<CellMark, string> = {
  asked: 'outline-2 outline-accent',
  changed: 'outline-2 outline-accent',
  missing: 'outline-2 outline-accent',
  surplus: 'outline-2 outline-danger outline-dashed',
};
/** What a screen reader says about a marked cell. */
const markTexts: Record<CellMark, string> = {
  asked: 'the hand of this question',
  changed: 'changed since you learned this range',
  missing: 'played too rarely',
  surplus: 'played too often',
};
/** Signs that distinguish the kinds of mistakes without color. */
const markSigns: Record<CellMark, string> = { asked: '', changed: '', missing: '\u2212', surplus: '+' };

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** How often each action is taken with a hand, in words. Folds are left out, unless the hand is always folded. */
export function cellText({ raise, call }: ActionWeights): string {
  return raise + call > 0 ? actionsText({ raise, call }) : 'fold';
}

/** How often each action is taken, in words; actions that are never taken are left out. */
export function actionsText(shares: ActionWeights & { fold?: number }): string {
  return (['raise', 'call', 'fold'] as const)
    .flatMap((action) => {
      const share = shares[action] ?? 0;
      return share > 0 ? [`${action} ${percent(share)}`] : [];
    })
    .join(', ');
}

/** The cells on the straight line between two cells, without the first one. */
function cellsOnLine(from: number, to: number): number[] {
  const [row, column] = [Math.floor(from / gridSize), from % gridSize];
  const [rows, columns] = [Math.floor(to / gridSize) - row, (to % gridSize) - column];
  const steps = Math.max(Math.abs(rows), Math.abs(columns));
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    return (row + Math.round(rows * part)) * gridSize + column + Math.round(columns * part);
  });
}

/**
 * The 169 starting hands. A cell is filled by the share of each action: raises are plain, calls are striped, and both
 * have a letter, so that the chart can be read without color. Arrow keys move a cursor.
 */
export function RangeChart({ label, weights, marks, onPaint, onChoose }: RangeChartProps) {
  const grid = useRef<HTMLTableElement>(null);
  const [cursor, setCursor] = useState(0);
  /**
   * The stroke in progress; null without one. `cell` is its last cell, undefined after the pointer entered a header.
   */
  const stroke = useRef<{ pointerId: number; erase: boolean; cell: number | undefined }>(null);

  function handleKey(event: KeyboardEvent) {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -gridSize,
      ArrowDown: gridSize,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const column = (cursor % gridSize) + (Math.abs(step) === 1 ? step : 0);
      const next = cursor + step;
      if (column < 0 || column >= gridSize || next < 0 || next >= weights.length) return;
      setCursor(next);
      grid.current?.querySelector<HTMLElement>(`[data-cell="${next}"]`)?.focus();
      return;
    }
    // R, C and F paint a raise, call or fold, 1 to 4 paint weights, and Space and Enter paint with the current brush.
    const key = shortcutKey(event);
    if (onPaint && !event.ctrlKey && !event.metaKey && !event.altKey && /^[rcf1-4 ]$|^Enter$/.test(key)) {
      event.preventDefault();
      onPaint(cursor, { erase: key === 'f', key: key.toLowerCase() });
    }
  }

  function endStroke(event: PointerEvent) {
    if (stroke.current?.pointerId === event.pointerId) stroke.current = null;
  }

  /** Called when the pointer enters a header, so that the stroke draws no line across the header to its next cell. */
  function liftBrush(event: PointerEvent) {
    if (stroke.current?.pointerId === event.pointerId) stroke.current.cell = undefined;
  }

  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with a cursor is a grid
      role="grid"
      aria-label={label}
      translate="no"
      onKeyDown={handleKey}
      onPointerUp={endStroke}
      onPointerLeave={endStroke}
      className={classNames(
        'aspect-square w-full max-w-[32.5rem] table-fixed border-separate border-spacing-px text-[0.6rem] select-none sm:text-xs',
        // A printed chart needs its colors.
        '[print-color-adjust:exact]',
        onPaint && 'touch-none',
      )}
    >
      <thead className="text-muted">
        <tr>
          <th scope="col" className="w-[4%]">
            <span className="sr-only">Hand</span>
          </th>
          {ranks.map((rank) => (
            <th key={rank} scope="col" onPointerEnter={liftBrush}>
              {rank}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {ranks.map((rank, row) => (
          <tr key={rank}>
            <th scope="row" className="text-muted" onPointerEnter={liftBrush}>
              {rank}
            </th>
            {ranks.map((_, column) => {
              const index = row * gridSize + column;
              const name = startingHands[index]?.name ?? '';
              const weight = weights[index] ?? { raise: 0, call: 0 };
              const mark = marks?.get(index);
              return (
                <td
                  key={name}
                  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid
                  role="gridcell"
                  data-cell={index}
                  tabIndex={index === cursor ? 0 : -1}
                  onFocus={() => {
                    setCursor(index);
                    onChoose?.(index);
                  }}
                  onPointerDown={(event) => {
                    // The right button opens the browser's menu, after which its release is not reported.
                    if (!onPaint || event.button !== 0 || stroke.current) return;
                    // Without this, the element on which a touch begins would get all events of the pointer.
                    if (event.target instanceof Element) event.target.releasePointerCapture(event.pointerId);
                    stroke.current = { pointerId: event.pointerId, erase: event.shiftKey, cell: index };
                    onPaint(index, { erase: event.shiftKey });
                  }}
                  onPointerEnter={(event) => {
                    // Another finger paints nothing.
                    if (!onPaint || stroke.current?.pointerId !== event.pointerId) return;
                    const { erase, cell } = stroke.current;
                    // A fast pointer skips cells.
                    const cells = cell === undefined ? [index] : cellsOnLine(cell, index);
                    for (const each of cells) onPaint(each, { erase, continues: true });
                    stroke.current.cell = index;
                  }}
                  className={classNames(
                    'relative overflow-hidden rounded-xs bg-sunken p-0 text-center align-middle forced-color-adjust-none',
                    mark && markClasses[mark],
                  )}
                >
                  <span
                    aria-hidden="true"
                    className="absolute inset-y-0 left-0 bg-primary"
                    style={{ width: percent(weight.raise) }}
                  />
                  <span
                    aria-hidden="true"
                    className="absolute inset-y-0 bg-primary-soft bg-[repeating-linear-gradient(45deg,transparent_0_3px,var(--color-primary)_3px_4px)]"
                    style={{ left: percent(weight.raise), width: percent(weight.call) }}
                  />
                  <span
                    className={classNames(
                      'relative inline-block rounded-xs px-px leading-tight font-semibold',
                      weight.raise === 1 ? 'text-on-primary' : 'text-text',
                      weight.raise + weight.call > 0 && weight.raise < 1 && 'bg-surface',
                    )}
                  >
                    {name}
                    <span className="sr-only">
                      : {cellText(weight)}
                      {mark && `, ${markTexts[mark]}`}
                    </span>
                    <span
                      aria-hidden="true"
                      className="block text-[0.5rem] leading-none font-normal sm:text-[0.6rem]"
                    >
                      {weight.raise > 0 && 'R'}
                      {weight.call > 0 && 'C'}
                      {mark && markSigns[mark]}
                      {weight.raise === 0 && weight.call === 0 && !mark && '\u00a0'}
                    </span>
                  </span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
