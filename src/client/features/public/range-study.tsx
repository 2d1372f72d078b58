import { useMemo, useState } from 'react';
import { type OpeningSeat, openingCharts, openingSpot } from '../../../shared/poker/opening-charts.ts';
import { comboCount, gridSize, startingHands } from '../../../shared/poker/starting-hands.ts';
import { classNames } from '../../ui/class-names.ts';
import { type CellLevel, cellLevels } from '../../ui/range-cells.ts';

/** The hand that the chart explains. Its action depends on the seat. */
const studiedHand = startingHands.findIndex(({ name }) => name === 'KTo');

const answers: Record<CellLevel, { label: string; note: string }> = {
  0: { label: 'fold', note: 'Too many hands behind you hold a better king or a better ten.' },
  1: { label: 'mixed', note: 'Right at the edge: it depends on the players behind you.' },
  2: { label: 'raise', note: 'Few players are left to act. Folding here is the leak.' },
};

const pitch = 40;
const side = 37;

const cellsClass = '*:transition-[fill] *:duration-200';
const cellFill: Record<CellLevel, string> = {
  // On phones the cells have no labels, so the cells of folded hands need a visible color.
  0: 'fill-border sm:fill-sunken',
  1: 'fill-grid-mixed',
  2: 'fill-primary',
};
const labelFill: Record<CellLevel, string> = {
  0: 'fill-subtle',
  1: 'fill-text',
  2: 'fill-on-primary',
};

const cells = startingHands.map(({ name }, index) => ({
  name,
  x: (index % gridSize) * pitch,
  y: Math.floor(index / gridSize) * pitch,
}));

/** Percent of all combinations at each level. The three add up to 100. */
function shares(levels: readonly CellLevel[]): { raise: number; mixed: number; fold: number } {
  const combos = [0, 0, 0];
  levels.forEach((level, index) => {
    combos[level] = (combos[level] ?? 0) + (startingHands[index]?.combos ?? 0);
  });
  const raise = Math.round(((combos[2] ?? 0) / comboCount) * 100);
  const mixed = Math.round(((combos[1] ?? 0) / comboCount) * 100);
  return { raise, mixed, fold: 100 - raise - mixed };
}

/** The chart at the top of the landing page: the opening range of each seat, and one hand that is easy to misplay. */
export function RangeStudy() {
  const [seat, setSeat] = useState<OpeningSeat>('HJ');
  const chart = openingCharts.find((known) => known.seat === seat);
  const levels = useMemo(() => cellLevels(chart?.range ?? []), [chart]);
  const { raise, mixed, fold } = shares(levels);
  const answer = answers[levels[studiedHand] ?? 0];

  return (
    <figure className="min-w-0">
      <fieldset className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <legend className="sr-only">Seat</legend>
        <span aria-hidden="true" className="text-sm text-muted">
          First in from
        </span>
        <div className="flex flex-wrap rounded-control border border-border bg-sunken p-0.5">
          {openingCharts.map((item) => (
            <label
              key={item.seat}
              className="relative rounded-[0.4rem] text-sm font-semibold text-muted transition-colors hover:text-text has-checked:bg-surface has-checked:text-text has-checked:shadow-[0_0_0_1px_var(--color-border)] has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="seat"
                value={item.seat}
                aria-label={item.name}
                checked={item.seat === seat}
                onChange={() => setSeat(item.seat)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <span className="inline-flex min-h-9 items-center px-3">{item.seat}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <StudyGrid levels={levels} seat={chart?.name ?? ''} />
      <figcaption className="mt-3">
        <p className="mb-3 text-sm text-muted">
          {openingSpot}. Raise to {chart?.raiseTo} big blinds.
        </p>
        <dl className="flex flex-wrap gap-y-2 text-sm tabular" aria-label="Shares of all starting hands">
          <Share label="Raise" percent={raise} bar="before:bg-primary" />
          <Share
            label="Mixed"
            percent={mixed}
            {...(mixed === 0 && levels.includes(1) && { text: '<1%' })}
            bar="before:bg-grid-mixed"
          />
          <Share label="Fold" percent={fold} bar="before:bg-border" />
        </dl>
        <p aria-live="polite" className="mt-3 min-h-12 text-sm text-muted">
          <span className="font-mono font-semibold text-accent-text">{startingHands[studiedHand]?.name}</span>
          , {chart?.name.toLowerCase()}: <span className="font-semibold text-text">{answer.label}.</span>{' '}
          {answer.note}
        </p>
      </figcaption>
    </figure>
  );
}

function StudyGrid({ levels, seat }: { levels: readonly CellLevel[]; seat: string }) {
  const extent = gridSize * pitch - (pitch - side);
  const { x: left, y: top } = cells[studiedHand] ?? { x: 0, y: 0 };
  return (
    <svg
      role="img"
      aria-label={`Opening chart, ${seat}: which starting hands to raise first in, as a grid of 13 by 13.`}
      viewBox={`-3 -3 ${extent + 6} ${extent + 6}`}
      className="block aspect-square w-full select-none"
    >
      <g className={cellsClass}>
        {cells.map(({ name, x, y }, index) => (
          <rect
            key={name}
            x={x}
            y={y}
            width={side}
            height={side}
            rx="4"
            className={cellFill[levels[index] ?? 0]}
          />
        ))}
      </g>
      <g textAnchor="middle" className={classNames('hidden font-mono text-[11.5px] sm:block', cellsClass)}>
        {cells.map(({ name, x, y }, index) => (
          <text key={name} x={x + side / 2} y={y + side / 2 + 4} className={labelFill[levels[index] ?? 0]}>
            {name}
          </text>
        ))}
      </g>
      <rect
        x={left - 1.5}
        y={top - 1.5}
        width={side + 3}
        height={side + 3}
        rx="5.5"
        fill="none"
        strokeWidth="3"
        className="stroke-accent"
      />
    </svg>
  );
}

type ShareProps = { label: string; percent: number; text?: string; bar: string };

/** A bar whose width grows with the share, above its label. */
function Share({ label, percent, text = `${percent}%`, bar }: ShareProps) {
  return (
    <div
      className={classNames(
        "min-w-18 pr-1 transition-[flex-grow] duration-200 before:mb-1 before:block before:h-1.5 before:rounded-full before:content-['']",
        bar,
      )}
      style={{ flexGrow: percent }}
    >
      <dt className="inline text-muted">{label}</dt> <dd className="inline font-semibold">{text}</dd>
    </div>
  );
}
