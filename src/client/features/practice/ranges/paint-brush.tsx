import { rangeActionNames, rangeActions } from '../../../../shared/practice/range-weights.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import type { Painting } from './use-painting.ts';

/** The settings of the brush: an action, and how often it is taken. */
export function PaintBrush({ painting }: { painting: Painting }) {
  const { action, setAction, share, setShare } = painting;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Action"
        value={action}
        options={rangeActions.map((each) => ({ value: each, label: rangeActionNames[each] }))}
        onChange={(event) =>
          setAction(rangeActions.find((each) => each === event.currentTarget.value) ?? 'raise')
        }
      />
      <SelectField
        label="How often"
        value={share}
        options={[100, 75, 50, 25].map((percent) => ({
          value: String(percent / 100),
          label: `${percent}%`,
        }))}
        onChange={(event) => setShare(event.currentTarget.value)}
      />
    </div>
  );
}

export function PaintHelp() {
  return (
    <p className="mt-1 text-sm text-muted">
      Drag to paint. The action Fold erases.
      <span className="pointer-coarse:hidden">
        {' '}
        Dragging with Shift erases, too. With the keyboard: arrows move, R raises, C calls, F folds, and 1 to
        4 paint 25%, 50%, 75% and 100%.
      </span>
    </p>
  );
}
