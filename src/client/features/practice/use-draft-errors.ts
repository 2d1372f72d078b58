import { useEffect, useRef, useState } from 'react';
import { showsFields } from '../../lib/shows-fields.ts';

/** Error messages by field name. */
export type DraftErrors = Readonly<Record<string, string>>;

/** The errors of a form whose values are one object. For a form of text fields, see `useFormFields`. */
export function useDraftErrors(draft: unknown) {
  const [errors, setErrors] = useState<DraftErrors>({});
  const formRef = useRef<HTMLFormElement>(null);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);

  function showErrors(found: DraftErrors = {}) {
    setErrors(found);
    // After the errors are rendered.
    setTimeout(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  return {
    formRef,
    errors,
    setErrors,
    /** Replaces the errors, and focuses the first field that has one. */
    showErrors,
    showServerErrors(found: DraftErrors = {}) {
      // The error is about the draft that was sent, so it is not shown beside text that was typed since.
      if (latest.current !== draft) return false;
      showErrors(found);
      return showsFields(formRef.current, Object.keys(found));
    },
  };
}
