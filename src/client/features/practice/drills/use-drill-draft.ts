import { useState } from 'react';
import type { SaveDrillInput } from '../../../../shared/practice/drill-editor.ts';
import { useRequestId } from '../../../lib/use-request-id.ts';
import { withoutOptionErrors } from '../option-inputs.ts';
import { useDraftErrors } from '../use-draft-errors.ts';
import { type DrillDraft, readDrill } from './drill-draft.ts';

export function useDrillDraft(initial: DrillDraft) {
  const [draft, setDraft] = useState(initial);
  const [initialDraft] = useState(initial);
  const { formRef, errors, setErrors, showErrors, showServerErrors } = useDraftErrors(draft);
  const { idOf } = useRequestId();
  return {
    formRef,
    draft,
    errors,
    isDirty: JSON.stringify(draft) !== JSON.stringify(initialDraft),
    change(part: Partial<DrillDraft>) {
      setDraft((before) => ({ ...before, ...part }));
      if (part.options) setErrors(withoutOptionErrors);
    },
    showServerErrors,
    /**
     * Returns the parsed drill. If it is invalid, shows the errors, focuses the first field with an error, and returns
     * undefined.
     */
    check(): SaveDrillInput | undefined {
      const read = readDrill(draft);
      showErrors(read.errors);
      return read.errors ? undefined : { ...read.input, key: idOf(read.input) };
    },
  };
}
