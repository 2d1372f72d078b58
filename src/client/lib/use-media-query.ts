import { useSyncExternalStore } from 'react';

/** Whether the window matches a media query; `onServer` on the server and until hydration. */
export function useMediaQuery<OnServer extends boolean | undefined>(
  query: string,
  onServer: OnServer,
): boolean | OnServer {
  return useSyncExternalStore<boolean | OnServer>(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => window.matchMedia(query).matches,
    () => onServer,
  );
}
