import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { parseRange, type Range } from '../../../../shared/poker/range.ts';
import { rangeText } from '../../../../shared/poker/range-text.ts';
import { rangeBounds, rangeOf, weightsOf, withRange } from '../../../../shared/practice/range-weights.ts';
import type { RangeView } from '../../../../shared/practice/ranges.ts';
import { formFailure } from '../../../lib/form-failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { ComboRow } from './combo-row.tsx';
import { PaintBrush, PaintHelp } from './paint-brush.tsx';
import { RangeChart } from './range-chart.tsx';
import { RangeTotals } from './range-totals.tsx';
import { usePainting } from './use-painting.ts';

const autosaveMs = 1_200;

export type RangePainterProps = { range: RangeView; onEnd: () => void };

/** Paints a draft, which is saved automatically. Publishing makes it the newest version. */
export function RangePainter({ range, onEnd }: RangePainterProps) {
  const { id } = range;
  const utils = trpc.useUtils();
  const painting = usePainting(() => weightsOf(range.draft ?? range.cells));
  const { weights, change, paint, undo } = painting;
  const [texts, setTexts] = useState({ name: range.name, situation: range.situation, note: '' });
  const publish = useAction(
    trpc.ranges.publish.useMutation({
      async onSuccess() {
        await utils.ranges.invalidate();
        showToast({ title: 'Range published', tone: 'success' });
        onEnd();
      },
    }),
  );
  const cells = {
    raise: rangeText(rangeOf(weights, 'raise')),
    call: rangeText(rangeOf(weights, 'call')),
  };
  const draft = { id, name: texts.name.trim() || range.name, situation: texts.situation, cells };
  const key = JSON.stringify(draft);
  const [storedKey, setStoredKey] = useState(key);
  // The same key as a ref, which is current even if the component is unmounted before the next render.
  const stored = useRef(key);
  const isStored = key === storedKey;
  // The request in progress. A later draft waits for it, so that it is stored last.
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  function send(sent: typeof draft) {
    sending.current = sending.current
      .catch(() => undefined)
      .then(() => utils.client.ranges.save.mutate(sent));
    return sending.current;
  }
  function markStored(sent: typeof draft) {
    stored.current = JSON.stringify(sent);
    setStoredKey(stored.current);
    void utils.ranges.list.invalidate();
    // The next visit starts with this draft. Nothing is refetched now, because the chart is hidden.
    utils.ranges.get.setData({ id }, (cached) => cached && { ...cached, draft: sent.cells });
    void utils.ranges.get.invalidate({ id }, { refetchType: 'none' });
  }
  const save = useAction(
    useMutation({ mutationFn: send, onSuccess: (_, sent: typeof draft) => markStored(sent) }),
  );
  const hasFailed = save.failure !== undefined && JSON.stringify(save.variables) === key;
  const isWaiting = !isStored && !save.isPending && !hasFailed;
  const saveDraft = useEffectEvent(() => save.run(draft));

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft restarts the timer
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => saveDraft(), autosaveMs);
    return () => clearTimeout(timer);
  }, [key, isWaiting]);

  const storeThen = (next: () => void) =>
    void send(draft)
      .then(() => {
        markStored(draft);
        next();
      })
      .catch(() => save.run(draft));
  const leave = () => {
    void utils.ranges.get.invalidate({ id });
    onEnd();
  };

  // The user may follow a link before the last change was saved.
  const saveLastChange = useEffectEvent(() => {
    if (stored.current === key) return;
    utils.ranges.get.setData({ id }, (cached) => cached && { ...cached, draft: cells });
    send(draft).then(
      () => utils.ranges.invalidate(),
      showFailure('The last change of the range was not saved'),
    );
  });
  useEffect(() => () => saveLastChange(), []);

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
      <div className="grid content-start gap-4">
        <PaintBrush painting={painting} />
        <NotationField
          label="Raise, as notation"
          text={cells.raise}
          onRange={(typed) => change(withRange(weights, 'raise', typed))}
        />
        <NotationField
          label="Call, as notation"
          text={cells.call}
          onRange={(typed) => change(withRange(weights, 'call', typed))}
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
        <FormError title="The draft was not saved" {...formFailure(save.failure)} />
        <FormError title="The range was not published" {...formFailure(publish.failure)} />
        <div className="flex flex-wrap gap-2">
          <Button
            busy={publish.isPending}
            busyLabel="Publishing..."
            onClick={() => storeThen(() => publish.run({ id, note: texts.note }))}
          >
            Publish
          </Button>
          <Button variant="secondary" disabled={undo === undefined} onClick={undo}>
            Undo
          </Button>
          <Button variant="quiet" onClick={() => (isStored ? leave() : storeThen(leave))}>
            Back to the chart
          </Button>
        </div>
      </div>
    </div>
  );
}

type NotationFieldProps = { label: string; text: string; onRange: (range: Range) => void };

/** A field with the painted range as notation. Typed notation changes the painting. */
function NotationField({ label, text, onRange }: NotationFieldProps) {
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  return (
    <TextAreaField
      label={label}
      rows={2}
      className="[&_textarea]:font-mono"
      value={typed ?? text}
      error={error}
      onBlur={() => {
        if (error === undefined) setTyped(undefined);
      }}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setTyped(value);
        try {
          onRange(parseRange(value));
          setError(undefined);
        } catch (failure) {
          setError(failure instanceof Error ? failure.message : 'Not a range');
        }
      }}
    />
  );
}
