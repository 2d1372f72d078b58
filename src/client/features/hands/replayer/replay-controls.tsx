import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import type { Replay } from './use-replay.ts';

export type ReplayControlsProps = {
  replay: Replay;
  /** Undefined if no opponent's cards are known. */
  opponents: { shown: boolean; toggle: () => void } | undefined;
};

/** Buttons below the table. On phones, Back and Next are the largest. */
export function ReplayControls({ replay, opponents }: ReplayControlsProps) {
  const { index, steps, go, isPlaying, setPlaying, unit, setUnit } = replay;
  const last = steps.length - 1;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="flex flex-1 gap-2 sm:flex-none">
        <ReplayButton
          label="First step"
          onClick={() => go(0)}
          disabled={index === 0}
          className="max-sm:hidden"
        >
          <path d="M5 4v12M14 4l-6 6 6 6" fill="none" />
        </ReplayButton>
        <ReplayButton
          label="Back"
          onClick={() => go(index - 1)}
          disabled={index === 0}
          className="max-sm:flex-1"
        >
          <path d="M12 4l-6 6 6 6" fill="none" />
        </ReplayButton>
        <ReplayButton label={isPlaying ? 'Pause' : 'Play'} onClick={() => setPlaying(!isPlaying)}>
          <path d={isPlaying ? 'M6 4v12M14 4v12' : 'M6 4l9 6-9 6z'} />
        </ReplayButton>
        <ReplayButton
          label="Next"
          onClick={() => go(index + 1)}
          disabled={index === last}
          className="max-sm:flex-1"
        >
          <path d="M8 4l6 6-6 6" fill="none" />
        </ReplayButton>
        <ReplayButton
          label="Last step"
          onClick={() => go(last)}
          disabled={index === last}
          className="max-sm:hidden"
        >
          <path d="M15 4v12M6 4l6 6-6 6" fill="none" />
        </ReplayButton>
      </div>
      <span className="text-sm text-muted tabular">
        {index + 1} of {steps.length}
      </span>
      <span className="ml-auto flex flex-wrap gap-2">
        {setUnit && (
          <Button variant="secondary" size="small" onClick={() => setUnit(unit === 'bb' ? 'money' : 'bb')}>
            {unit === 'bb'
              ? replay.hand.unit.currency === null
                ? 'Show chips'
                : 'Show money'
              : 'Show big blinds'}
          </Button>
        )}
        {opponents && (
          <Button variant="secondary" size="small" aria-pressed={opponents.shown} onClick={opponents.toggle}>
            {opponents.shown ? 'Hide opponents’ cards' : 'Show opponents’ cards'}
          </Button>
        )}
      </span>
    </div>
  );
}

type ReplayButtonProps = {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  className?: string;
  children: React.ReactNode;
};

function ReplayButton({ label, onClick, disabled = false, className, children }: ReplayButtonProps) {
  return (
    <Button
      variant="secondary"
      aria-label={label}
      // A disabled button stays focusable, so that the focus is not lost at the first and last steps.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onClick()}
      className={classNames('min-h-12 min-w-12 max-[18rem]:px-2!', className)}
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5">
        <g
          fill="currentColor"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        >
          {children}
        </g>
      </svg>
    </Button>
  );
}
