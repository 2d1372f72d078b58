import {
  type ComponentType,
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useState,
} from 'react';
import { reloadOnce } from '../lib/stale-chunks.ts';
import { ErrorState } from './error-state.tsx';

export type PlaceProps = {
  /** Shown while the chunk loads. */
  fallback: ReactNode;
};

/** Loads the part again. Rejects if that fails. */
const RetryContext = createContext<() => Promise<void>>(() => Promise.resolve());

/**
 * A part of a page in its own chunk. If the chunk cannot be loaded, for example offline or after a deployment, the page
 * stays open with its typed text, and an error with a retry button replaces the part. If the retry fails although the
 * server responds, the page is reloaded.
 * @param title - the title of the error, such as "Your notes could not be loaded"
 */
export function lazyInPlace<Props extends object>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & PlaceProps> {
  const create = () =>
    lazy<ComponentType<Props>>(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        console.warn('A part of the page could not be loaded', error);
        newest = create();
        return { default: () => <PartNotLoaded title={title} /> };
      }
    });
  let newest = create();
  return function PartInPlace(props: Props & PlaceProps) {
    const [{ Part }, setState] = useState({ Part: newest });
    async function retry() {
      await load();
      setState({ Part: newest });
    }
    return (
      <RetryContext value={retry}>
        <Suspense fallback={props.fallback}>
          <Part {...props} />
        </Suspense>
      </RetryContext>
    );
  };
}

/**
 * The content of a tab in its own chunk. Opening a tab discards what was typed in the previous one, so if the chunk
 * cannot be loaded although the server responds, the page is reloaded at once. If it is not reloaded, it stays
 * open, and an error with a retry button replaces the content of the tab.
 */
export function lazyTab<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & PlaceProps> {
  return lazyInPlace('This tab could not be loaded', async () => {
    try {
      return await load();
    } catch (error) {
      // The tab shows a skeleton until the page is reloaded.
      if (await reloadOnce()) await new Promise(() => {});
      throw error;
    }
  });
}

function PartNotLoaded({ title }: { title: string }) {
  const retry = useContext(RetryContext);
  const [retrying, setRetrying] = useState(false);
  function handleRetry() {
    setRetrying(true);
    void retry()
      .catch(() => reloadOnce())
      .finally(() => setRetrying(false));
  }
  return (
    <ErrorState
      title={title}
      message="Check your connection and try again."
      onRetry={handleRetry}
      retrying={retrying}
    />
  );
}
