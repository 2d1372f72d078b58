import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';

type NoticeTone = 'info' | 'success' | 'warning' | 'danger';

const tones: Record<NoticeTone, { panel: string; title: string }> = {
  info: { panel: 'border-primary bg-primary-soft', title: 'text-primary-text' },
  success: { panel: 'border-success bg-success-soft', title: 'text-success' },
  warning: { panel: 'border-warning bg-warning-soft', title: 'text-warning' },
  danger: { panel: 'border-danger bg-danger-soft', title: 'text-danger' },
};

export type NoticeProps = {
  tone?: NoticeTone;
  title?: string | undefined;
  children?: ReactNode;
  /** Buttons or links beside the text, or below it on narrow screens. */
  action?: ReactNode;
  role?: 'status' | 'alert';
  className?: string;
  ref?: Ref<HTMLDivElement>;
};

/** An inline message that stays while its reason exists. */
export function Notice({ tone = 'info', title, children, action, role, className, ref }: NoticeProps) {
  return (
    <div
      ref={ref}
      role={role}
      className={classNames(
        'rounded-control border-l-4 px-4 py-3',
        Boolean(action) && 'flex flex-wrap items-center justify-between gap-x-8 gap-y-3',
        tones[tone].panel,
        className,
      )}
    >
      <div className="min-w-0 wrap-anywhere">
        {title && <p className={classNames('font-semibold', tones[tone].title)}>{title}</p>}
        {children && <div className="measure text-pretty">{children}</div>}
      </div>
      {action && <div className="flex flex-wrap gap-2 *:whitespace-normal">{action}</div>}
    </div>
  );
}
