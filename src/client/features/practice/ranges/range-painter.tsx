import { useRef, useState } from 'react';
import { parseRange, type Range } from '../../../../shared/poker/range.ts';
import {
  type CellWeights,
  rangeBounds,
  weightsOf,
  withRange,
} from '../../../../shared/practice/range-weights.ts';
import type { RangeView } from '../../../../shared/practice/ranges.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { ConflictNotice } from '../../../ui/conflict-notice.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { LeaveConfirmation } from '../../../ui/leave-confirmation.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ComboRow } from './combo-row.tsx';
import { PaintBrush, PaintHelp } from './paint-brush.tsx';
import { RangeChart } from './range-chart.tsx';
import { RangeTotals } from './range-totals.tsx';
import { usePainting } from './use-painting.ts';
import { cellsOf, startingDraft, useStoredDraft, weightsOfRange } from './use-stored-draft.ts';

export type RangePainterProps = { range: RangeView; onEnd: () => void };

/** Labels for publishing. Only the owner sees a range that is not the academy's, so `ownLabels` speak of saving. */
const academyLabels = {
  publish: 'Publish',
  publishing: 'Publishing...',
  published: 'Range published',
  notPublished: 'The range was not published',
  mayBePublished: 'The range may have been published',
};
const ownLabels: typeof academyLabels = {
  publish: 'Save as a version',
  publishing: 'Saving...',
  published: 'Version saved',
  notPublished: 'The version was not saved',
  mayBePublished: 'The version may have been saved',
};

/** Paints a draft, which is saved automatically. Publishing makes it the newest version. */
export function RangePainter({ range, onEnd }: RangePainterProps) {
  const { id } = range;
  const labels = range.isOfAcademy ? academyLabels : ownLabels;
  const utils = trpc.useUtils();
  const [start] = useState(() => startingDraft(range));
  const painting = usePainting(() => weightsOf(start.cells));
  const { weights, change, paint, undo } = painting;
  const [texts, setTexts] = useState({ name: start.name, situation: start.situation, note: '' });
  const publish = useAction(
    trpc.ranges.publish.useMutation({
      async onSuccess() {
        await utils.ranges.invalidate();
        showToast({ title: labels.published, tone: 'success' });
      },
    }),
    { leave: onEnd },
  );
  const cells = cellsOf(weights);
  const { isStored, save, theirs, wasWithdrawn, takeTheirs, keepMine, storeThen } = useStoredDraft(range, {
    id,
    name: texts.name.trim() || range.name,
    situation: texts.situation,
    cells,
  });
  const fields = useRef<HTMLDivElement>(null);
  function publishRange() {
    // A notation that cannot be read is not part of the painting, so publishing would ignore it.
    const invalid = fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else storeThen((editedFrom) => publish.run({ id, note: texts.note, editedFrom }));
  }
  const leave = () => {
    void utils.ranges.get.invalidate({ id });
    onEnd();
  };

  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,32.5rem)_minmax(0,1fr)]">
      <div>
        <RangeChart
          label={`Paint ${range.name}`}
          weights={weights}
          onPaint={paint}
          onChoose={painting.choose}
        />
        <RangeTotals weights={weights} />
        <PaintHelp />
        <ComboRow painting={painting} />
      </div>
      <div ref={fields} className="grid content-start gap-4">
        <PaintBrush painting={painting} />
        <NotationField
          label="Raise, as notation"
          action="raise"
          text={cells.raise}
          weights={weights}
          onChange={change}
        />
        <NotationField
          label="Call, as notation"
          action="call"
          text={cells.call}
          weights={weights}
          onChange={change}
        />
        <TextField
          label="Name"
          maxLength={rangeBounds.nameLength}
          value={texts.name}
          onChange={(event) => setTexts({ ...texts, name: event.currentTarget.value })}
        />
        <TextField
          label="Situation"
          optional
          maxLength={rangeBounds.situationLength}
          value={texts.situation}
          onChange={(event) => setTexts({ ...texts, situation: event.currentTarget.value })}
        />
        <TextField
          label="What changed"
          optional
          maxLength={rangeBounds.noteLength}
          value={texts.note}
          onChange={(event) => setTexts({ ...texts, note: event.currentTarget.value })}
        />
        <p role="status" className="text-sm text-muted">
          {save.isPending ? 'Saving the draft...' : isStored && save.isSuccess ? 'Draft saved.' : ''}
        </p>
        {theirs ? (
          <ConflictNotice
            scrolls={false}
            title="This range was changed elsewhere"
            takeLabel="Load the stored range"
            onTakeTheirs={() => {
              change(weightsOfRange(theirs));
              setTexts({ ...texts, name: theirs.name, situation: theirs.situation });
              takeTheirs();
            }}
            keepLabel="Overwrite it with mine"
            onKeepMine={keepMine}
          >
            {range.isOfAcademy
              ? wasWithdrawn
                ? 'Another coach, or you in another tab, withdrew this range after you began to paint. If you publish it, students see it again. '
                : 'Another coach, or you in another tab, saved this range after you began to paint. '
              : 'You saved this range in another tab or on another device after you began to paint here. '}
            What you painted is still here, but not saved.
          </ConflictNotice>
        ) : (
          <>
            <FormError title="The draft was not saved" scrolls={false} failure={save.failure} />
            <FormError
              title={labels.notPublished}
              uncertainTitle={labels.mayBePublished}
              failure={publish.failure}
            />
          </>
        )}
        <div className="flex flex-wrap gap-2">
          <Button busy={publish.isPending} busyLabel={labels.publishing} onClick={publishRange}>
            {labels.publish}
          </Button>
          <Button variant="secondary" disabled={undo === undefined} onClick={undo}>
            Undo
          </Button>
          <Button variant="quiet" onClick={() => (isStored ? leave() : storeThen(leave))}>
            Back to the chart
          </Button>
        </div>
      </div>
      <LeaveConfirmation
        dirty={theirs !== undefined}
        text="What you painted is not saved, because the range was changed elsewhere."
      />
    </div>
  );
}

type NotationFieldProps = {
  label: string;
  action: 'raise' | 'call';
  text: string;
  weights: readonly CellWeights[];
  onChange: (weights: readonly CellWeights[]) => void;
};

/** A field with the painted range as notation. Typed notation changes the painting. */
function NotationField({ label, action, text, weights, onChange }: NotationFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  // Each keystroke is applied to the painting from before typing began. Otherwise `AKs`, which is typed on the way to
  // `AKs:0.5`, would erase the other action of that hand.
  const typing = useRef<{ before: readonly CellWeights[]; after: readonly CellWeights[] }>(null);

  function paint(range: Range) {
    const before = typing.current?.after === weights ? typing.current.before : weights;
    const after = withRange(before, action, range);
    typing.current = { before, after };
    onChange(after);
  }

  return (
    <TextAreaField
      label={label}
      rows={2}
      className="[&_textarea]:font-mono"
      value={typed ?? text}
      error={error}
      onBlur={() => {
        typing.current = null;
        if (error === undefined) setTyped(undefined);
      }}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped(value);
        try {
          paint(parseRange(value));
          setError(undefined);
        } catch (failure) {
          setError(failure instanceof Error ? failure.message : 'Not a range');
        }
      }}
    />
  );
}
