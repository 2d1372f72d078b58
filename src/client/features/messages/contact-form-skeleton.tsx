import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

/** The form's own boxes in grey, so that nothing moves when it arrives. */
export function ContactFormSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-4 sm:grid-cols-2">
      <Box control="h-11" />
      <Box control="h-11" />
      <Box control="h-11" wide />
      <Box control="h-34" wide />
      <Skeleton className="h-11 w-36" />
    </div>
  );
}

function Box({ control, wide = false }: { control: string; wide?: boolean }) {
  return (
    <div className={classNames('flex flex-col gap-1', wide && 'sm:col-span-2')}>
      <Skeleton className="h-5.25 w-24" />
      <Skeleton className={control} />
    </div>
  );
}
