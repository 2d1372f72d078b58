import { Card } from '../../ui/card.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import type { AuthTab } from './auth-panel.tsx';

const loginRows = ['h-17.25', 'h-17.25', 'h-11', 'h-9', 'h-9'];
/** The group "Account"; what follows is below the fold. */
const signUpRows = ['mt-14 h-17.25', 'h-17.25', 'h-17.25', 'h-24'];

/** The place of the forms until it is known whether somebody is signed in, who would be led on. */
export function AuthPanelSkeleton({ tab }: { tab: AuthTab }) {
  return (
    <Card className="sm:pt-3">
      <SkeletonRegion label="Loading the form">
        <div className="flex h-11 items-center gap-1 border-b border-border px-3">
          <Skeleton className="h-4 w-12" />
          <Skeleton className="ml-6 h-4 w-14" />
        </div>
        <div className="flex flex-col gap-4 pt-6">
          {(tab === 'signup' ? signUpRows : loginRows).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
            <Skeleton key={index} className={row} />
          ))}
        </div>
      </SkeletonRegion>
    </Card>
  );
}
