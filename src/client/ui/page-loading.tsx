import { useDelayed } from '../lib/use-delayed.ts';
import { RangeGrid } from './range-grid.tsx';

export type PageLoadingProps = {
  label?: string;
  /** What takes less than this many milliseconds shows nothing at all: a flash would only make it feel slower. */
  delay?: number;
};

/** Full-screen "Loading" while the signed-in state is unknown. */
export function PageLoading({ label = 'Loading', delay = 150 }: PageLoadingProps) {
  const shown = useDelayed(delay);
  return (
    <div role="status" className="grid min-h-dvh place-content-center place-items-center gap-4">
      {shown && (
        <>
          <RangeGrid size="logo" className="w-12 animate-pulse" />
          <p className="text-lg text-muted">{label}</p>
        </>
      )}
    </div>
  );
}
