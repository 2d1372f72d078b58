import { rightFrom } from '../../../shared/practice/drill-rules.ts';
import type { WeightedOption } from '../../../shared/practice/option-schemas.ts';
import { classNames } from '../../ui/class-names.ts';

export type OptionBarsProps = {
  options: readonly WeightedOption[];
  /** The label of the option that the student chose; null if none. */
  chosen: string | null;
  /** The percentage of all answers that chose each option, in the order of the options. Not shown if null or absent. */
  shares?: readonly number[] | null;
};

/** The options of a decision with their weights (how good each one is, 0 to 100), in the given order. */
export function OptionBars({ options, chosen, shares }: OptionBarsProps) {
  return (
    <ul className="grid gap-3">
      {options.map(({ label, weight, why }, index) => (
        <li key={label}>
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-semibold wrap-anywhere">
              {label}
              {label === chosen && <span className="font-normal text-muted"> · your choice</span>}
            </span>
            <span className="text-sm whitespace-nowrap tabular">{weight} of 100</span>
          </p>
          <div aria-hidden="true" className="mt-1 h-2 rounded-full bg-sunken">
            <div
              className={classNames('h-2 rounded-full', weight >= rightFrom ? 'bg-primary' : 'bg-control')}
              style={{ width: `${weight}%` }}
            />
          </div>
          {why !== '' && <p className="mt-1 text-sm text-muted wrap-anywhere">{why}</p>}
          {shares && <p className="mt-1 text-sm tabular">{shares[index] ?? 0}% chose this</p>}
        </li>
      ))}
    </ul>
  );
}
