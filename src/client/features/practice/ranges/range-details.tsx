import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { changedCells } from '../../../../shared/practice/range-training.ts';
import { weightsOf } from '../../../../shared/practice/range-weights.ts';
import type { RangeView } from '../../../../shared/practice/ranges.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmationDialog } from '../../../ui/confirmation-dialog.tsx';
import { PageHeader, Section } from '../../../ui/page.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { RangeChart } from './range-chart.tsx';
import { RangePainter } from './range-painter.tsx';
import { RangeRecall } from './range-recall.tsx';
import { RangeTotals } from './range-totals.tsx';
import { RangeTrainer } from './range-trainer.tsx';
import { startingDraft } from './use-stored-draft.ts';

type Mode = 'read' | 'train' | 'recall' | 'paint';

/** One range: its chart, its trainer and, for users who may change the range, its painter. */
export function RangeDetails({ range }: { range: RangeView }) {
  const { name, situation, cells, learned, version } = range;
  const [mode, setMode] = useState<Mode>('read');
  const content = useRef<HTMLDivElement>(null);
  const weights = weightsOf(cells);
  const isEmpty = cells.raise === '' && cells.call === '';
  const changed = learned?.changed.length ?? 0;
  const hasDraft = changedCells(startingDraft(range).cells, cells).length > 0;

  function show(next: Mode) {
    setMode(next);
    // Moves the focus, because the pressed button is removed.
    content.current?.focus({ preventScroll: true });
  }
  const read = () => show('read');

  return (
    <div ref={content} tabIndex={-1} className="outline-none">
      <PageHeader title={name} lead={situation} />
      {mode === 'train' ? (
        <div className="max-w-md">
          <RangeTrainer range={range} onEnd={read} />
        </div>
      ) : mode === 'recall' ? (
        <RangeRecall range={range} onEnd={read} />
      ) : mode === 'paint' ? (
        <RangePainter range={range} onEnd={read} />
      ) : (
        <div className="grid gap-8 lg:grid-cols-[minmax(0,32.5rem)_minmax(0,1fr)]">
          <div>
            <RangeChart
              label={name}
              weights={weights}
              marks={new Map(learned?.changed.map((cell) => [cell, 'changed']))}
            />
            <RangeTotals weights={weights} />
            <p className="mt-1 text-sm text-muted tabular">
              {version > 0
                ? `Version ${version}`
                : range.isOfAcademy
                  ? 'Not published yet'
                  : 'No version yet'}
              {range.isWithdrawn && ' · withdrawn: only coaches see it'}
              {changed > 0 &&
                ` · ${countText(changed, 'hand')} changed since you learned this range (marked in the chart)`}
            </p>
          </div>
          <div className="grid content-start gap-6">
            <div className="flex flex-wrap gap-2 print:hidden">
              {!isEmpty && (
                <>
                  <Button onClick={() => show('train')}>Train</Button>
                  <Button variant="secondary" onClick={() => show('recall')}>
                    Paint from memory
                  </Button>
                </>
              )}
              {range.canEdit && (
                <Button variant={isEmpty ? 'primary' : 'secondary'} onClick={() => show('paint')}>
                  {hasDraft ? 'Continue painting' : 'Paint'}
                </Button>
              )}
              {isEmpty && range.canEdit && (
                <p className="w-full text-muted">
                  Paint the range first, or paste it. Then you can train it.
                </p>
              )}
            </div>
            <Notation label="Raise" text={cells.raise} />
            {cells.call !== '' && <Notation label="Call" text={cells.call} />}
            {range.canEdit && <Versions range={range} />}
            {/* Students may have trained a published range of the academy, so it cannot be deleted. */}
            {range.canEdit &&
              (range.isOfAcademy && version > 0 ? (
                <WithdrawRange range={range} />
              ) : (
                <RemoveRange range={range} />
              ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Notation({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <h2 className="font-semibold">{label}, as notation</h2>
      <p className="mt-1 font-mono text-sm wrap-anywhere">{text === '' ? 'No hands' : text}</p>
      {text !== '' && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-3 print:hidden"
          onClick={() =>
            void navigator.clipboard
              .writeText(text)
              .then(() => showToast({ title: 'Notation copied', tone: 'success' }))
              .catch(showFailure('The notation was not copied'))
          }
        >
          Copy
        </Button>
      )}
    </div>
  );
}

function Versions({ range: { id, version: newest, versions, updatedAt } }: { range: RangeView }) {
  const utils = trpc.useUtils();
  const restore = useAction(
    trpc.ranges.restore.useMutation({
      onSuccess() {
        showToast({
          title: 'Version copied to the draft',
          description: 'Continue painting to see it and make it the newest version.',
          tone: 'success',
        });
      },
      onError: showFailure('The version was not restored', 'The version may have been restored'),
      onSettled: () => utils.ranges.get.invalidate({ id }),
    }),
  );
  if (versions.length === 0) return null;
  return (
    <Section title="Versions">
      <ul className="grid gap-1">
        {versions.map(({ version, note, createdAt }) => (
          <li key={version} className="flex flex-wrap items-center gap-x-3 text-sm">
            <span className="tabular">
              {version}, {formatDate(createdAt)}
            </span>
            <span className="text-muted">{note}</span>
            {version !== newest && (
              <Button
                variant="quiet"
                size="small"
                className="print:hidden"
                busy={restore.isPending}
                onClick={() => restore.run({ id, version, editedFrom: updatedAt })}
              >
                Restore<span className="sr-only"> version {version}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function WithdrawRange({ range: { id, isWithdrawn } }: { range: RangeView }) {
  const utils = trpc.useUtils();
  const withdraw = useAction(
    trpc.ranges.setWithdrawn.useMutation({
      onSuccess: () =>
        showToast({ title: isWithdrawn ? 'Range published' : 'Range withdrawn', tone: 'success' }),
      onError: showFailure(
        `The range was not ${isWithdrawn ? 'published' : 'withdrawn'}`,
        `The range may have been ${isWithdrawn ? 'published' : 'withdrawn'}`,
      ),
      onSettled: () => utils.ranges.invalidate(),
    }),
  );
  return (
    <div className="print:hidden">
      <Button
        variant="secondary"
        size="small"
        busy={withdraw.isPending}
        onClick={() => withdraw.run({ id, isWithdrawn: !isWithdrawn })}
      >
        {isWithdrawn ? 'Publish again' : 'Withdraw'}
      </Button>
      <p className="mt-1 text-sm text-muted">
        {isWithdrawn
          ? 'Students will see it again, with what they have trained.'
          : 'Students will no longer see it. What they have trained is kept.'}
      </p>
    </div>
  );
}

function RemoveRange({ range: { id, updatedAt } }: { range: RangeView }) {
  const utils = trpc.useUtils();
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const remove = useAction(
    trpc.ranges.remove.useMutation({
      onSuccess: () => void utils.ranges.list.invalidate(),
      onError(error) {
        showFailure('The range was not deleted', 'The range may have been deleted')(error);
        // Another coach may have changed the range. After it is loaded again, it can be deleted.
        void utils.ranges.get.invalidate({ id });
      },
    }),
    { leave: () => void navigate({ to: '/ranges' }) },
  );
  return (
    <div className="print:hidden">
      <Button variant="quietDanger" onClick={() => setConfirming(true)}>
        Delete
      </Button>
      <ConfirmationDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title="Delete this range?"
        description="It cannot be restored."
        confirmLabel="Delete the range with its versions"
        onConfirm={() => remove.run({ id, editedFrom: updatedAt })}
        busy={remove.isPending}
        busyLabel="Deleting..."
      />
    </div>
  );
}
