import { useEffect, useRef, useState } from 'react';
import type { SaveDrillInput } from '../../../../shared/practice/drill-editor.ts';
import { showsFields } from '../../../lib/shows-fields.ts';
import { useRequestId } from '../../../lib/use-request-id.ts';
import { withoutOptionErrors } from '../typed-options.ts';
import { type DrillDraft, type DrillErrors, readDrill } from './drill-draft.ts';

export function useDrillDraft(initial: DrillDraft) {
  const [draft, setDraft] = useState(initial);
  const [initialDraft] = useState(initial);
  const [errors, setErrors] = useState<DrillErrors>({});
  const formRef = useRef<HTMLFormElement>(null);
  const { idOf } = useRequestId();
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });

  function showErrors(found: DrillErrors = {}) {
    setErrors(found);
    // After the errors are rendered.
    setTimeout(() => formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  return {
    formRef,
    draft,
    errors,
    isDirty: JSON.stringify(draft) !== JSON.stringify(initialDraft),
    change(part: Partial<DrillDraft>) {
      setDraft((before) => ({ ...before, ...part }));
      if (part.options) setErrors(withoutOptionErrors);
    },
    showServerErrors(found: DrillErrors = {}) {
      // The error is about the draft that was sent, so it is not shown beside text that was typed since.
      if (latest.current !== draft) return false;
      showErrors(found);
      return showsFields(formRef.current, Object.keys(found));
    },
    /** The parsed drill. If undefined, the errors are shown and the first one is focused. */
    check(): SaveDrillInput | undefined {
      const read = readDrill(draft);
      showErrors(read.errors);
      return read.errors ? undefined : { ...read.input, key: idOf(read.input) };
    },
  };
}
