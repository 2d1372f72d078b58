import { useRef } from 'react';

/**
 * Ids by which the server recognizes repeated requests. Requests with the same content have the same id, so that a
 * request that is sent again after a lost response has no second effect. `forget` gives the next request another id.
 */
export function useRequestId() {
  const sent = useRef<{ content: string; id: string }>(undefined);
  return {
    idOf(input: unknown): string {
      const content = JSON.stringify(input);
      if (sent.current?.content !== content) sent.current = { content, id: crypto.randomUUID() };
      return sent.current.id;
    },
    forget() {
      sent.current = undefined;
    },
  };
}
