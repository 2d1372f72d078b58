import type { ErrorText } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { FormError } from '../../../ui/form-error.tsx';
import { keepToastsAbove } from '../../../ui/keep-toasts-above.ts';

export type SaveBarProps = {
  /** Names the Save button for screen readers, because each section has a Save button. */
  title: string;
  failureTitle: string;
  failure: ErrorText | undefined;
  isPending: boolean;
  isDirty: boolean;
  onDiscard: () => void;
};

/**
 * The bottom of a settings section: the error and the Save button. Sticks to the bottom of the window while there are
 * unsaved changes.
 */
export function SaveBar({ title, failureTitle, failure, isPending, isDirty, onDiscard }: SaveBarProps) {
  return (
    <>
      <div className="mt-4 empty:hidden">
        <FormError title={failureTitle} uncertainTitle="The changes may have been saved" failure={failure} />
      </div>
      <div
        ref={isDirty ? keepToastsAbove : undefined}
        className={classNames(
          'flex flex-wrap items-center gap-3',
          isDirty
            ? 'sticky bottom-[var(--bottom-bar,0px)] z-20 -mt-px border-t border-border bg-bg pt-4 pb-2 [@media(max-height:20rem)]:static'
            : 'mt-4',
        )}
      >
        <Button
          type="submit"
          busy={isPending}
          busyLabel="Saving..."
          disabled={!isDirty}
          aria-label={`Save ${title}`}
        >
          Save
        </Button>
        {isDirty ? (
          <Button variant="quiet" disabled={isPending} onClick={onDiscard}>
            Discard changes
          </Button>
        ) : (
          <p className="text-sm text-muted">No unsaved changes</p>
        )}
      </div>
    </>
  );
}
