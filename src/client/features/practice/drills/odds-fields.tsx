import { TextField } from '../../../ui/text-field.tsx';
import type { DraftErrors } from '../use-draft-errors.ts';
import type { DrillDraft, SpotDraft } from './drill-draft.ts';

type OddsSpot = Extract<SpotDraft, { kind: 'odds' }>;

export type OddsFieldsProps = {
  spot: OddsSpot;
  errors: DraftErrors;
  onChange: (part: Partial<DrillDraft>) => void;
};

/** The fields of an odds question: the cards, and the right answer in percent. */
export function OddsFields({ spot, errors, onChange }: OddsFieldsProps) {
  const field = (name: Exclude<keyof OddsSpot, 'kind'>) => ({
    name,
    value: spot[name],
    error: errors[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ spot: { ...spot, [name]: event.currentTarget.value } }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <TextField {...field('hand')} label="Hole cards" hint="Such as As Kd" optional />
      <TextField {...field('board')} label="Board" hint="Such as 7h 8h 2c" optional />
      <TextField
        {...field('answer')}
        label="Right answer, in percent"
        hint="Answers within 2 points are right"
        inputMode="numeric"
      />
    </div>
  );
}
