import { useEffect, useEffectEvent, useState } from 'react';
import { hideFrom } from '../../../../shared/hands/hidden-hand.ts';
import type { Hand, HandAction } from '../../../../shared/poker/hand.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { coachOptions } from '../../hands/guess/guess-options.ts';
import { HandLineView } from '../../hands/hand-line-view.tsx';
import { noAcademyHands } from '../no-academy-hands.tsx';
import { namedOptions } from '../option-inputs.ts';
import type { DraftErrors } from '../use-draft-errors.ts';
import type { DrillDraft, SpotDraft } from './drill-draft.ts';

export type DecisionFieldsProps = {
  spot: Extract<SpotDraft, { kind: 'decision' }>;
  draft: DrillDraft;
  errors: DraftErrors;
  onChange: (part: Partial<DrillDraft>) => void;
};

/**
 * The fields for a decision in a hand of the academy. Choosing a decision replaces the current options with those of
 * the decision, unless a current option has a weight or a reason.
 */
export function DecisionFields({ spot, draft, errors, onChange }: DecisionFieldsProps) {
  const [handId, setHandId] = useState('');
  const [atAction, setAtAction] = useState('');
  const [initialDecision] = useState(spot.decision);
  const material = trpc.daily.material.useQuery(undefined, { staleTime: 300_000 });
  const decision = trpc.hands.academyDecision.useQuery(
    { handId, atAction: Number(atAction) },
    { enabled: handId !== '' && atAction !== '' },
  );
  const hand = material.data?.hands.find(({ id }) => id === handId);

  const applyDecision = useEffectEvent(({ hand: found, played }: { hand: Hand; played: HandAction }) => {
    const offered = coachOptions(found, played);
    const isUntouched = draft.options.every(({ weight, why }) => weight === '' && why === '');
    onChange({
      spot: { kind: 'decision', decision: { hand: found, atAction: Number(atAction) } },
      ...(isUntouched && { options: namedOptions(offered.map(({ label }) => label)) }),
    });
  });
  useEffect(() => {
    if (decision.data) applyDecision(decision.data);
  }, [decision.data]);

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="hand"
          label={initialDecision ? 'Replace the hand with' : 'Academy hand'}
          optional={initialDecision !== null}
          placeholder={choiceHint(material, 'Choose a hand')}
          hint={material.data?.hands.length === 0 && noAcademyHands}
          value={handId}
          error={handId === '' ? errors.decision : undefined}
          options={(material.data?.hands ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setHandId(value);
            setAtAction('');
            onChange({ spot: { kind: 'decision', decision: value === '' ? initialDecision : null } });
          }}
        />
        {handId !== '' && (
          <SelectField
            name="atAction"
            label="Decision, as it was played"
            placeholder="Choose a decision"
            value={atAction}
            error={errors.decision}
            options={(hand?.decisions ?? []).map((each) => ({
              value: String(each.atAction),
              label: each.label,
            }))}
            onChange={(event) => {
              setAtAction(event.currentTarget.value);
              onChange({ spot: { kind: 'decision', decision: null } });
            }}
          />
        )}
      </div>
      {decision.error && (
        <FormError title="The hand could not be loaded" failure={describeError(decision.error)} />
      )}
      {spot.decision && (
        <p className="text-sm wrap-anywhere">
          <HandLineView hand={hideFrom(spot.decision.hand, spot.decision.atAction)} />
        </p>
      )}
    </div>
  );
}
