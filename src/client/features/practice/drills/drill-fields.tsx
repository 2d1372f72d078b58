import { type DrillKind, drillBounds, drillKinds } from '../../../../shared/practice/drills.ts';
import { leakOptions } from '../../../../shared/practice/leaks.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { trpc } from '../../../trpc.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { OptionFields } from '../option-fields.tsx';
import type { DraftErrors } from '../use-draft-errors.ts';
import { withStoredChoice } from '../with-stored-choice.ts';
import { DecisionFields } from './decision-fields.tsx';
import { type DrillDraft, emptySpot, type SpotDraft } from './drill-draft.ts';
import { RangeFields } from './range-fields.tsx';
import { resourceOptions } from './resource-options.ts';

export const drillKindNames: Record<DrillKind, string> = {
  decision: 'Decision in a hand',
  odds: 'Number in percent',
  range: 'Hand in a range',
  choice: 'Question with options',
};

export type DrillFieldsProps = {
  draft: DrillDraft;
  errors: DraftErrors;
  /** Whether the caller provides the subject of the drill: the decision in a hand that a student asked about. */
  hasSpot?: boolean;
  /** Whether the kind can no longer be changed, because the drill is stored. */
  isKindFixed?: boolean;
  onChange: (part: Partial<DrillDraft>) => void;
};

export function DrillFields({
  draft,
  errors,
  hasSpot = false,
  isKindFixed = false,
  onChange,
}: DrillFieldsProps) {
  const decks = trpc.drills.coachDecks.useQuery();
  const places = trpc.drills.places.useQuery(undefined, { staleTime: 300_000 });
  const { spot } = draft;
  const field = (name: 'deckId' | 'leak' | 'place' | 'prompt' | 'reason') => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const spotProps = { errors, onChange };
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...field('deckId')}
          label="Deck"
          placeholder={choiceHint(decks, 'Choose a deck')}
          hint={decks.data?.length === 0 && 'There are no decks yet. Create one in the list of drills.'}
          options={(decks.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
        />
        {!hasSpot && !isKindFixed && (
          <SelectField
            label="Kind"
            value={spot.kind}
            options={drillKinds.map((kind) => ({ value: kind, label: drillKindNames[kind] }))}
            onChange={(event) => {
              const kind = drillKinds.find((each) => each === event.currentTarget.value);
              if (kind) onChange({ spot: emptySpot(kind) });
            }}
          />
        )}
      </div>
      {!hasSpot && (
        <>
          {spot.kind === 'decision' && <DecisionFields spot={spot} draft={draft} {...spotProps} />}
          {spot.kind === 'odds' && <OddsFields spot={spot} {...spotProps} />}
          {spot.kind === 'range' && <RangeFields spot={spot} draft={draft} {...spotProps} />}
        </>
      )}
      <TextAreaField {...field('prompt')} label="Question" rows={2} maxLength={drillBounds.promptLength} />
      {(spot.kind === 'decision' || spot.kind === 'choice') && (
        <OptionFields options={draft.options} errors={errors} onChange={(options) => onChange({ options })} />
      )}
      <TextAreaField
        {...field('reason')}
        label="Explanation"
        hint="Shown after the answer"
        rows={5}
        maxLength={drillBounds.reasonLength}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field('leak')} label="Leak" placeholder="Choose a leak" options={leakOptions} />
        <SelectField
          {...field('place')}
          label="Where it is taught"
          optional
          placeholder={choiceHint(places, 'None')}
          options={withStoredChoice(places.data && resourceOptions(places.data), draft.place)}
        />
      </div>
    </div>
  );
}

type OddsSpot = Extract<SpotDraft, { kind: 'odds' }>;

type OddsFieldsProps = Pick<DrillFieldsProps, 'errors' | 'onChange'> & { spot: OddsSpot };

/** The fields of an odds question: the cards, and the right answer in percent. */
function OddsFields({ spot, errors, onChange }: OddsFieldsProps) {
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
      <TextField {...field('hand')} label="Hole cards" hint="Such as Kd Qs" optional />
      <TextField {...field('board')} label="Board" hint="Such as 7h 8h 2c" optional />
      <TextField
        {...field('answer')}
        label="Right answer, in percent"
        hint={`Answers within ${drillBounds.oddsTolerance} points are right`}
        inputMode="numeric"
      />
    </div>
  );
}
