import { useMemo, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { type CellLevel, handCombos, handName, rangeOf, rangeSize } from '../../ui/range-cells.ts';

/** Shares of the 1326 starting hands that are played and mixed when everyone before has folded. */
const seats = [
  { name: 'Early', place: 'from early position', play: 0.12, mixed: 0.04 },
  { name: 'Middle', place: 'from middle position', play: 0.18, mixed: 0.05 },
  { name: 'Cutoff', place: 'from the cutoff', play: 0.26, mixed: 0.06 },
  { name: 'Button', place: 'on the button', play: 0.42, mixed: 0.09 },
] as const;

type SeatName = (typeof seats)[number]['name'];

/** The hand that the picture is about: it changes its answer with the seat. */
const study = { row: 4, column: 1 };
const studyIndex = study.row * rangeSize + study.column;
const studyHand = handName(study.row, study.column);

const answers: Record<CellLevel, { word: string; note: string }> = {
  0: { word: 'fold', note: 'Too many hands behind you hold a better king or a better ten.' },
  1: { word: 'mix', note: 'Right at the edge: what the table does decides.' },
  2: { word: 'play', note: 'Few are left to act. Folding here is the leak.' },
};

const pitch = 40;
const side = 37;

/** Share of all cells, so that each needs only its level's colour. */
const cellsClass = '*:transition-[fill] *:duration-200';
const cellFill: Record<CellLevel, string> = {
  // On phones the hands have no labels, so the empty cells have to be visible on their own.
  0: 'fill-border sm:fill-sunken',
  1: 'fill-grid-mixed',
  2: 'fill-primary',
};
const labelFill: Record<CellLevel, string> = {
  0: 'fill-subtle',
  1: 'fill-text',
  2: 'fill-on-primary',
};

const places = Array.from({ length: rangeSize * rangeSize }, (_, index) => {
  const row = Math.floor(index / rangeSize);
  const column = index % rangeSize;
  return { hand: handName(row, column), x: column * pitch, y: row * pitch };
});

/** Per cent of all starting hands at a level, so that the three add up to 100. */
function shares(levels: readonly CellLevel[]): { play: number; mixed: number; fold: number } {
  const combos = [0, 0, 0];
  levels.forEach((level, index) => {
    combos[level] = (combos[level] ?? 0) + handCombos(Math.floor(index / rangeSize), index % rangeSize);
  });
  const play = Math.round(((combos[2] ?? 0) / 1326) * 100);
  const mixed = Math.round(((combos[1] ?? 0) / 1326) * 100);
  return { play, mixed, fold: 100 - play - mixed };
}

/** The hero's picture: one range grid, four seats, and one hand that is easy to get wrong. */
export function RangeStudy() {
  const [seatName, setSeatName] = useState<SeatName>('Middle');
  const seat = seats.find((item) => item.name === seatName) ?? seats[0];
  const levels = useMemo(() => rangeOf(seat.play, seat.mixed), [seat]);
  const { play, mixed, fold } = shares(levels);
  const answer = answers[levels[studyIndex] ?? 0];

  return (
    <figure className="min-w-0">
      <fieldset className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <legend className="sr-only">Seat</legend>
        <span aria-hidden="true" className="text-sm text-muted">
          First in from
        </span>
        <div className="inline-flex rounded-control border border-border bg-sunken p-0.5">
          {seats.map((item) => (
            <label
              key={item.name}
              className="relative rounded-[0.4rem] text-sm font-semibold text-muted transition-colors hover:text-text has-checked:bg-surface has-checked:text-text has-checked:shadow-[0_0_0_1px_var(--color-border)] has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="seat"
                value={item.name}
                checked={item.name === seatName}
                onChange={() => setSeatName(item.name)}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <span className="inline-flex min-h-9 items-center px-3">{item.name}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <StudyGrid levels={levels} seatName={seatName} />
      <figcaption className="mt-3">
        <dl className="flex text-sm tabular" aria-label="Shares of all starting hands">
          <Share word="Play" percent={play} bar="before:bg-primary" />
          <Share word="Mix" percent={mixed} bar="before:bg-grid-mixed" />
          <Share word="Fold" percent={fold} bar="before:bg-border" />
        </dl>
        <p aria-live="polite" className="mt-3 min-h-12 text-sm text-muted">
          <span className="font-mono font-semibold text-accent-text">{studyHand}</span> {seat.place}:{' '}
          <span className="font-semibold text-text">{answer.word}.</span> {answer.note}
        </p>
      </figcaption>
    </figure>
  );
}

function StudyGrid({ levels, seatName }: { levels: readonly CellLevel[]; seatName: SeatName }) {
  const extent = rangeSize * pitch - (pitch - side);
  const left = study.column * pitch;
  const top = study.row * pitch;
  return (
    <svg
      role="img"
      aria-label={`Starting hands in a grid of 13 by 13: what to play first in from the seat ${seatName}. An illustration.`}
      viewBox={`-3 -3 ${extent + 6} ${extent + 6}`}
      className="block aspect-square w-full select-none"
    >
      <g className={cellsClass}>
        {places.map(({ hand, x, y }, index) => (
          <rect
            key={hand}
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
        {places.map(({ hand, x, y }, index) => (
          <text key={hand} x={x + side / 2} y={y + side / 2 + 4} className={labelFill[levels[index] ?? 0]}>
            {hand}
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

/** The bar's width is the share; the label is below its bar. */
function Share({ word, percent, bar }: { word: string; percent: number; bar: string }) {
  return (
    <div
      className={classNames(
        "min-w-18 pr-1 transition-[flex-grow] duration-200 before:mb-1 before:block before:h-1.5 before:rounded-full before:content-['']",
        bar,
      )}
      style={{ flexGrow: percent }}
    >
      <dt className="inline text-muted">{word}</dt> <dd className="inline font-semibold">{percent} %</dd>
    </div>
  );
}
