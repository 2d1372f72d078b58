import { useState } from 'react';
import { holeCardCount } from '../../../../shared/poker/hole-cards.ts';
import type { PlayingCard } from '../../../../shared/poker/playing-card.ts';
import { positionsOf } from '../../../../shared/poker/positions.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { HandSetup } from './built-hand.ts';
import { CardsField } from './cards-field.tsx';

export type SetupFieldsProps = {
  setup: HandSetup;
  /** The cards of the board and of opponents. */
  taken: readonly PlayingCard[];
  onChange: (changes: Partial<HandSetup>) => void;
};

const stakes = [
  { value: '100/200', label: '$1 / $2' },
  { value: '50/100', label: '$0.50 / $1' },
  { value: '25/50', label: '$0.25 / $0.50' },
  { value: '5/10', label: '$0.05 / $0.10' },
  { value: '200/500', label: '$2 / $5' },
  { value: '500/1000', label: '$5 / $10' },
];

/** An ante is stored in tenths of the big blind. A tenth of each big blind in `stakes` is a whole number of cents. */
const antes: readonly { label: string; ante: HandSetup['ante'] }[] = [
  { label: 'None', ante: undefined },
  { label: '1 bb from BB', ante: { from: 'bigBlindPays', tenths: 10 } },
  { label: '0.1 bb each', ante: { from: 'each', tenths: 1 } },
  { label: '0.2 bb each', ante: { from: 'each', tenths: 2 } },
  { label: '0.5 bb each', ante: { from: 'each', tenths: 5 } },
  { label: '1 bb each', ante: { from: 'each', tenths: 10 } },
];

/** The maximum starting stack, in big blinds. */
const deepestStack = 1_000;
const isStack = (bigBlinds: number) =>
  Number.isInteger(bigBlinds) && bigBlinds >= 1 && bigBlinds <= deepestStack;

/** The fields for table, hero and cards. After a change, actions that are no longer possible are left out. */
export function SetupFields({ setup, taken, onChange }: SetupFieldsProps) {
  // Stored separately from the setup, so that the field can be cleared.
  const [stackText, setStackText] = useState(String(setup.stackBig));
  const positions = positionsOf(
    Array.from({ length: setup.players }, (_, index) => index + 1),
    setup.players,
  );
  return (
    <div className="grid grid-cols-2 items-end gap-3 max-[23rem]:flex max-[23rem]:flex-col max-[23rem]:items-stretch">
      <SelectField
        label="Game"
        className="col-span-2"
        value={setup.game}
        onChange={(event) =>
          onChange({ game: event.currentTarget.value === 'plo' ? 'plo' : 'nlhe', heroCards: [] })
        }
        options={[
          { value: 'nlhe', label: 'No-limit hold’em' },
          { value: 'plo', label: 'Pot-limit Omaha' },
        ]}
      />
      <SelectField
        label="Players"
        value={String(setup.players)}
        onChange={(event) => {
          const players = Number(event.currentTarget.value);
          onChange({ players, hero: Math.min(setup.hero, players) });
        }}
        options={[2, 3, 4, 5, 6, 7, 8, 9, 10].map((count) => ({
          value: String(count),
          label: String(count),
        }))}
      />
      <SelectField
        label="Blinds"
        value={`${setup.small}/${setup.big}`}
        onChange={(event) => {
          const [small = 100, big = 200] = event.currentTarget.value.split('/').map(Number);
          onChange({ small, big });
        }}
        options={stakes}
      />
      <SelectField
        label="Antes"
        value={String(
          antes.findIndex(
            ({ ante }) => ante?.from === setup.ante?.from && ante?.tenths === setup.ante?.tenths,
          ),
        )}
        onChange={(event) => onChange({ ante: antes[Number(event.currentTarget.value)]?.ante })}
        options={antes.map(({ label }, index) => ({ value: String(index), label }))}
      />
      <TextField
        label="Stacks in big blinds"
        type="number"
        inputMode="numeric"
        min={1}
        max={deepestStack}
        value={stackText}
        error={isStack(Number(stackText)) ? undefined : 'Write a whole number from 1 to 1,000'}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setStackText(typed);
          if (isStack(Number(typed))) onChange({ stackBig: Number(typed) });
        }}
      />
      <SelectField
        label="You are"
        value={String(setup.hero)}
        onChange={(event) => onChange({ hero: Number(event.currentTarget.value) })}
        options={[...positions].map(([seat, name]) => ({ value: String(seat), label: name }))}
      />
      <CardsField
        key={setup.game}
        label="Your cards"
        count={holeCardCount(setup.game)}
        taken={taken}
        initial={setup.heroCards}
        onCards={(heroCards) => onChange({ heroCards })}
      />
    </div>
  );
}
