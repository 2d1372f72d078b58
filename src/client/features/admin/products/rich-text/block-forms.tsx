import { useId, useState } from 'react';
import { type OddsPart, readBlock } from '../../../../../shared/hands/lesson-blocks.ts';
import { trpc } from '../../../../trpc.ts';
import { QueryView } from '../../../../ui/query-view.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { FormFrame } from './form-frame.tsx';

export type BlockFormProps = {
  /** Adds a line such as `:::hand Check-raise into three`. */
  onInsert: (source: string) => void;
  onClose: () => void;
};

/** Asks which hand of the academy the lesson shows. */
export function HandForm({ onInsert, onClose }: BlockFormProps) {
  const query = trpc.hands.academy.useQuery();
  return (
    <QueryView query={query} skeleton={<Skeleton className="h-28" />}>
      {(hands) =>
        hands.length === 0 ? (
          <FormFrame legend="Hand" onClose={onClose}>
            <p className="text-muted">
              The academy has not published any hands yet. Open one of your hands and publish it.
            </p>
          </FormFrame>
        ) : (
          <HandChoice hands={hands} onInsert={onInsert} onClose={onClose} />
        )
      }
    </QueryView>
  );
}

type HandChoiceProps = BlockFormProps & { hands: readonly { id: string; title: string; line: string }[] };

function HandChoice({ hands, onInsert, onClose }: HandChoiceProps) {
  const [id, setId] = useState(hands[0]?.id ?? '');
  const chosen = hands.find((hand) => hand.id === id);

  function apply() {
    if (!chosen) return;
    const name = chosen.title.trim().toLowerCase();
    const isUnique = hands.filter(({ title }) => title.trim().toLowerCase() === name).length === 1;
    onInsert(`:::hand ${isUnique && name !== '' ? chosen.title : chosen.id}`);
  }

  return (
    <FormFrame legend="Hand" onApply={apply} applyLabel="Insert the hand" onClose={onClose}>
      <SelectField
        label="Academy hand"
        autoFocus
        value={id}
        hint={chosen?.line}
        options={hands.map((hand) => ({ value: hand.id, label: hand.title === '' ? hand.line : hand.title }))}
        onChange={(event) => setId(event.currentTarget.value)}
      />
    </FormFrame>
  );
}

const noOdds = { hands: '', board: '', pot: '', bet: '' };

/** Asks for the hands, the board, the pot and the bet of an odds question. */
export function OddsForm({ onInsert, onClose }: BlockFormProps) {
  const [values, setValues] = useState(noOdds);
  const [wrong, setWrong] = useState<{ part: OddsPart; problem: string }>();
  const formId = useId();
  const fieldId = (part: OddsPart) => `${formId}-${part}`;

  function apply() {
    const source = oddsLine(values);
    const block = readBlock(source);
    if (block.kind === 'wrong') {
      const { part = 'hands', problem } = block;
      setWrong({ part, problem });
      document.getElementById(fieldId(part))?.focus();
    } else onInsert(source);
  }

  const field = (name: OddsPart) => ({
    id: fieldId(name),
    error: wrong?.part === name ? wrong.problem : undefined,
    value: values[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => {
      setValues({ ...values, [name]: event.currentTarget.value });
      setWrong(undefined);
    },
  });

  return (
    <FormFrame legend="Odds" onApply={apply} applyLabel="Insert the odds" onClose={onClose}>
      <TextField
        label="Hands or ranges"
        hint="The student’s hand first, then “v” before each opponent’s: AsKs v QQ+, AKs"
        autoFocus
        {...field('hands')}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField label="Board" optional placeholder="Kh 8s 3d" {...field('board')} />
        <TextField label="Pot before the bet" optional inputMode="decimal" {...field('pot')} />
        <TextField label="Bet to call" optional inputMode="decimal" {...field('bet')} />
      </div>
    </FormFrame>
  );
}

function oddsLine({ hands, ...more }: typeof noOdds): string {
  const parts = Object.entries(more).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [`${name} ${value.trim()}`],
  );
  return [`:::odds ${hands.trim()}`, ...parts].join('; ');
}
