import type { DrillOption } from '../../../shared/practice/drills.ts';
import { classNames } from '../../ui/class-names.ts';

export type OptionBarsProps = {
  options: readonly DrillOption[];
  /** What the student chose; null if nothing. */
  tried: string | null;
};

/** The options of a decision with their weights, the best first. */
export function OptionBars({ options, tried }: OptionBarsProps) {
  return (
    <ul className="grid gap-3">
      {options.map(({ label, weight, why }) => (
        <li key={label}>
          <p className="flex items-baseline justify-between gap-4">
            <span className="font-semibold wrap-anywhere">
              {label}
              {label === tried && <span className="font-normal text-muted"> · your choice</span>}
            </span>
            <span className="font-mono text-sm tabular">{weight}</span>
          </p>
          <div aria-hidden="true" className="mt-1 h-2 rounded-full bg-sunken">
            <div
              className={classNames('h-2 rounded-full', weight >= 70 ? 'bg-primary' : 'bg-control')}
              style={{ width: `${weight}%` }}
            />
          </div>
          {why !== '' && <p className="mt-1 text-sm text-muted wrap-anywhere">{why}</p>}
        </li>
      ))}
    </ul>
  );
}
