import { useRef } from 'react';
import type { JsonStorage } from './browser-storage.ts';
import { sessionStorageDraft } from './session-storage-draft.ts';

/**
 * Ids by which the server recognizes repeated requests. Requests with the same content have the same id, so that a
 * request that is sent again after a lost response has no second effect. `forget` gives the next request another id.
 * @param formKey - of a form whose draft survives a reload. The id then survives it, too.
 * @param storage - of the draft, if it is not the default of `sessionStorageDraft`
 */
export function useRequestId(formKey?: string, storage?: JsonStorage) {
  const kept =
    formKey === undefined ? undefined : sessionStorageDraft(`request:${formKey}`, ['content', 'id'], storage);
  const sent = useRef<{ content?: string; id?: string }>(undefined);
  return {
    idOf(input: unknown): string {
      const content = JSON.stringify(input);
      const last = sent.current ?? kept?.load();
      const id = (last?.content === content && last.id) || crypto.randomUUID();
      sent.current = { content, id };
      kept?.save(sent.current);
      return id;
    },
    forget() {
      sent.current = undefined;
      kept?.clear();
    },
  };
}
