import { startingHands } from '../../../../shared/poker/starting-hands.ts';
import { drillBounds } from '../../../../shared/practice/drills.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { trpc } from '../../../trpc.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { DraftErrors } from '../use-draft-errors.ts';
import { type DrillDraft, drillCellsOf, type SpotDraft, startingHandOf } from './drill-draft.ts';

type RangeSpot = Extract<SpotDraft, { kind: 'range' }>;

export type RangeFieldsProps = {
  spot: RangeSpot;
  draft: DrillDraft;
  errors: DraftErrors;
  onChange: (part: Partial<DrillDraft>) => void;
};

/** The fields of a range question: the range and the hand. The range decides which option is right. */
export function RangeFields({ spot, draft, errors, onChange }: RangeFieldsProps) {
  const ranges = trpc.ranges.list.useQuery();
  const published = (ranges.data?.items ?? []).filter(
    ({ isOfAcademy, version }) => isOfAcademy && version > 0,
  );
  const asked = startingHandOf(spot.asked);
  const answer = draft.options[Number(spot.cells[asked])]?.label;
  const field = (name: 'rangeName' | 'situation' | 'asked') => ({
    name,
    value: spot[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ spot: { ...spot, [name]: event.currentTarget.value } }),
  });
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="range"
          label={spot.cells === '' ? 'Range' : 'Replace the range with'}
          optional={spot.cells !== ''}
          placeholder={choiceHint(ranges, 'Choose a range of the academy')}
          value=""
          error={errors.range}
          options={published.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => {
            const range = published.find(({ id }) => id === event.currentTarget.value);
            if (!range) return;
            const { cells, options } = drillCellsOf(range.cells);
            onChange({
              options,
              spot: { ...spot, rangeName: range.name, situation: range.situation, cells },
            });
          }}
        />
        <TextField
          {...field('asked')}
          label="Hand in the question"
          hint={
            answer === undefined
              ? 'Such as A5s, QJo or 77'
              : `${startingHands[asked]?.name}: ${answer} is right in this range`
          }
        />
      </div>
      {spot.cells !== '' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('rangeName')} label="Name of the range" maxLength={drillBounds.titleLength} />
          <TextField {...field('situation')} label="Situation" maxLength={drillBounds.situationLength} />
        </div>
      )}
    </div>
  );
}
