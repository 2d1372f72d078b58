import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'quietDanger';
export type ButtonSize = 'small' | 'medium' | 'large';

const base =
  'inline-flex items-center justify-center gap-2 rounded-control border font-semibold text-center ' +
  'whitespace-nowrap no-underline transition-colors select-none';

const disabledText = 'disabled:text-subtle aria-disabled:text-subtle';
const disabledBox =
  'disabled:border-border disabled:bg-sunken aria-disabled:border-border aria-disabled:bg-sunken';

/** Browsers print no backgrounds, and would print the light label in a pale gray. */
const onPaper = 'print:border-control print:bg-surface print:text-text';

const variants: Record<ButtonVariant, string> = {
  primary: `border-transparent bg-primary text-on-primary enabled:hover:bg-primary-hover [a&]:hover:bg-primary-hover ${onPaper}`,
  secondary:
    'border-control bg-surface text-text enabled:hover:border-text enabled:hover:bg-sunken [a&]:hover:border-text [a&]:hover:bg-sunken',
  quiet:
    'border-transparent bg-transparent text-primary-text enabled:hover:bg-primary-soft [a&]:hover:bg-primary-soft',
  quietDanger:
    'border-transparent bg-transparent text-danger enabled:hover:bg-danger-soft [a&]:hover:bg-danger-soft',
  danger: `border-transparent bg-danger text-on-danger enabled:hover:brightness-90 dark:enabled:hover:brightness-110 [a&]:hover:brightness-90 ${onPaper}`,
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3 py-1 text-sm',
  medium: 'min-h-11 px-4 py-2 text-base',
  large: 'min-h-13 px-6 py-3 text-lg',
};

/** Styles a link as a button: `<Link className={buttonClass('secondary')}>`. */
export function buttonClass(variant: ButtonVariant = 'primary', size: ButtonSize = 'medium'): string {
  // A quiet button stays without a box when disabled, because a box would make it stand out more.
  return classNames(
    base,
    variants[variant],
    sizes[size],
    disabledText,
    !variant.startsWith('quiet') && disabledBox,
  );
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  children: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** While true, clicks do nothing, but the button keeps the focus. */
  busy?: boolean;
  /** The label while busy, such as "Saving...". */
  busyLabel?: string;
};

export function Button({
  variant = 'primary',
  size = 'medium',
  busy = false,
  busyLabel,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={handleClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={classNames(buttonClass(variant, size), className)}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}
