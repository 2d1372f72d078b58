import type { JsonStorage } from './browser-storage.ts';
import { sessionStorageDraft } from './session-storage-draft.ts';
import { useRequestId } from './use-request-id.ts';

/**
 * The draft of a form that sends a new text, with the ids of its requests. The draft and the id survive a reload. If
 * `textField` is emptied, the next request gets another id, because entering the same text again makes a new request.
 */
export function useRequestDraft<const Field extends string>(
  formKey: string,
  textField: Field,
  { fields = [textField], storage }: { fields?: readonly Field[]; storage?: JsonStorage } = {},
) {
  const request = useRequestId(formKey, storage);
  const draft = sessionStorageDraft(formKey, fields, storage);
  return {
    ...request,
    ...draft,
    save(values: Parameters<typeof draft.save>[0]) {
      draft.save(values);
      if (!values[textField]) request.forget();
    },
  };
}
