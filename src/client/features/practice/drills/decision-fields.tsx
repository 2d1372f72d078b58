import { useState } from 'react';
import { decisionsOf, hideAfter } from '../../../../shared/hands/hidden-hand.ts';
import { replayHand } from '../../../../shared/poker/replay.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formFailure } from '../../../lib/form-failure.ts';
import { trpc } from '../../../trpc.ts';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { guessOptions } from '../../hands/guess/guess-options.ts';
import { HandLineView } from '../../hands/hand-line-view.tsx';
import type { DrillDraft, DrillErrors, SpotDraft } from './drill-draft.ts';

export type DecisionFieldsProps = {
  spot: Extract<SpotDraft, { kind: 'decision' }>;
  draft: DrillDraft;
  errors: DrillErrors;
  onChange: (part: Partial<DrillDraft>) => void;
};

/** A decision in a hand of the academy. Its options are offered, and can be changed. */
export function DecisionFields({ spot, draft, errors, onChange }: DecisionFieldsProps) {
  const [handId, setHandId] = useState('');
  const [stored] = useState(spot.decision);
  const material = trpc.daily.material.useQuery(undefined, { staleTime: 300_000 });
  const chosen = trpc.hands.get.useQuery({ id: handId }, { enabled: handId !== '' });
  const hand = chosen.data?.hand;
  const steps = hand ? replayHand(hand, 'bb') : [];

  function decide(text: string) {
    if (!hand || text === '') return;
    const atAction = Number(text);
    const offered = guessOptions(hideAfter(hand, atAction), 'bb').slice(0, 5);
    const isUntouched = draft.options.every(({ weight, why }) => weight === '' && why === '');
    onChange({
      spot: { kind: 'decision', decision: { hand, atAction } },
      ...(isUntouched && { options: offered.map(({ label }) => ({ label, weight: '', why: '' })) }),
    });
  }

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="hand"
          label={stored ? 'Replace the hand by' : 'Hand of the academy'}
          optional={stored !== null}
          placeholder={material.isPending ? 'Loading...' : 'Choose a hand'}
          value={handId}
          error={handId === '' ? errors.decision : undefined}
          options={(material.data?.hands ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setHandId(value);
            onChange({ spot: { kind: 'decision', decision: value === '' ? stored : null } });
          }}
        />
        {handId !== '' && (
          <SelectField
            name="atAction"
            label="Decision, as it was played"
            placeholder={chosen.isPending ? 'Loading...' : 'Choose a decision'}
            value={spot.decision ? String(spot.decision.atAction) : ''}
            error={errors.decision}
            options={(hand ? decisionsOf(hand) : []).map((atAction) => ({
              value: String(atAction),
              label: steps.find(({ action }) => action === atAction)?.said ?? '',
            }))}
            onChange={(event) => decide(event.currentTarget.value)}
          />
        )}
      </div>
      {chosen.error && (
        <FormError title="The hand could not be loaded" {...formFailure(describeError(chosen.error))} />
      )}
      {spot.decision && (
        <p className="text-sm wrap-anywhere">
          <HandLineView hand={hideAfter(spot.decision.hand, spot.decision.atAction)} />
        </p>
      )}
    </div>
  );
}
