import { useEffect } from 'react';
import { createPortal } from 'react-dom';
// The headless build: the styled one injects a <style> element, which a strict Content-Security-Policy blocks.
import { toast, useToaster, useToasterStore } from 'react-hot-toast/headless';
import { describeError, mayHaveSucceeded } from '../lib/error-text.ts';
import { timing } from '../lib/timing.ts';
import { classNames } from './class-names.ts';

type ToastTone = 'success' | 'danger' | 'neutral';

export type ToastText = { title: string; description?: string | undefined; tone?: ToastTone };

const edges: Record<ToastTone, string> = {
  success: 'border-l-success',
  danger: 'border-l-danger',
  neutral: 'border-l-control',
};

/** Shows a toast for five seconds, longer while it is hovered or focused. It replaces the previous toast. */
export function showToast({ title, description, tone = 'neutral' }: ToastText): void {
  toast(
    <>
      <p className="font-semibold">{title}</p>
      {description && <p className="text-sm wrap-anywhere">{description}</p>}
    </>,
    {
      duration: timing.toast,
      className: edges[tone],
      ariaProps:
        tone === 'danger'
          ? { role: 'alert', 'aria-live': 'assertive' }
          : { role: 'status', 'aria-live': 'polite' },
    },
  );
}

/** Removes the toasts, for a screen that shows the same message in more detail. */
export function hideToasts(): void {
  toast.remove();
}

/** The id of the element into which `PersistentMessage` renders. It is above the toasts. */
export const persistentSlotId = 'persistent-messages';

/**
 * The toasts of all pages. Rendered once, beside the application, because an open dialog makes the application inert.
 */
export function Toasts() {
  const { toasts, handlers } = useToaster({ duration: timing.toast });
  const { toasts: stored, pausedAt } = useToasterStore();
  const { startPause, endPause } = handlers;
  const current = toasts.find((item) => item.visible);

  // Shows only the newest toast. The library itself allows several.
  useEffect(() => {
    for (const older of stored.filter((item) => item.visible).slice(1)) toast.remove(older.id);
  }, [stored]);

  // If a toast closes or is replaced under the pointer, no `mouseleave` follows, and the timers would stay paused.
  useEffect(() => {
    if (!current || (pausedAt && current.createdAt >= pausedAt)) endPause();
  }, [current, pausedAt, endPause]);

  return createPortal(
    <div className="toasts pointer-events-none flex flex-col gap-2 *:pointer-events-auto print:hidden">
      <div id={persistentSlotId} />
      <section aria-label="Messages">
        {current && (
          // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
          <div
            key={current.id}
            {...current.ariaProps}
            onMouseEnter={startPause}
            onMouseLeave={endPause}
            onFocus={startPause}
            onBlur={endPause}
            className={classNames(
              'flex animate-rise items-start gap-3 rounded-card border border-l-4 border-border bg-surface py-3 pr-2 pl-4 shadow-float',
              current.className,
            )}
          >
            <div className="min-w-0 flex-1">
              {typeof current.message === 'function' ? current.message(current) : current.message}
            </div>
            <button
              type="button"
              aria-label="Dismiss"
              onClick={() => toast.dismiss(current.id)}
              className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-text"
            >
              <svg aria-hidden="true" viewBox="0 0 16 16" className="size-3.5">
                <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="1.75" />
              </svg>
            </button>
          </div>
        )}
      </section>
    </div>,
    document.body,
  );
}

/**
 * For `onError`: shows a toast that says what failed and why.
 * @param uncertainTitle - replaces `title` if the change may have been made, such as "The hand may have been published".
 * Not needed for a change that can be repeated without harm.
 */
export function showFailure(title: string, uncertainTitle = title): (error: unknown) => void {
  return (error) => {
    const failure = describeError(error);
    showToast({
      title: mayHaveSucceeded(failure) ? uncertainTitle : title,
      description: failure.message,
      tone: 'danger',
    });
  };
}
