import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';

/** The group "Account"; what follows is below the fold. */
const rows = ['mt-14 h-17.25', 'h-17.25', 'h-17.25', 'h-24'];

/** The place of the sign-up form while its part of the page is on its way. */
export function SignUpSkeleton() {
  return (
    <SkeletonRegion label="Loading the form">
      <div className="flex flex-col gap-4">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
          <Skeleton key={index} className={row} />
        ))}
      </div>
    </SkeletonRegion>
  );
}
