import { useRef } from 'react';

/**
 * Ids of requests, by which the server ignores repeated ones: the same id for the same content, so that a request that
 * is sent again after a lost response has no second effect. `forget` gives the next request another id.
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
