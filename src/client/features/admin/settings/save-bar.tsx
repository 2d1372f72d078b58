import type { ErrorText } from '../../../lib/error-text.ts';
import { formFailure } from '../../../lib/form-failure.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form-error.tsx';

export type SaveBarProps = {
  /** Names the button for screen readers, because each section has one. */
  title: string;
  failureTitle: string;
  failure: ErrorText | undefined;
  isPending: boolean;
  isDirty: boolean;
  onDiscard: () => void;
};

/** The end of a section of the settings: its error, and one button that saves all of it. */
export function SaveBar({ title, failureTitle, failure, isPending, isDirty, onDiscard }: SaveBarProps) {
  return (
    <>
      <div className="mt-4 empty:hidden">
        <FormError title={failureTitle} {...formFailure(failure)} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
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
