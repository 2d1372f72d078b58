import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Section } from '../../../ui/page.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCardGrid } from '../../../ui/skeleton-card.tsx';

/** The skeleton of the library, with the Today card, which loads separately. */
export function LibraryLoading({ today }: { today: ReactNode }) {
  return (
    <>
      <SkeletonRegion label="Loading your library..." className="mb-4 grid gap-4 sm:grid-cols-2">
        <CardLoading />
        <CardLoading text="h-12 sm:h-6" buttons="h-24 sm:h-11" />
      </SkeletonRegion>
      <div className="mb-12">{today}</div>
      <Section title="PDF Resources">
        <SkeletonCardGrid />
      </Section>
    </>
  );
}

function CardLoading({ text = 'h-8', buttons = 'h-11' }: { text?: string; buttons?: string }) {
  return (
    <Card aria-hidden="true">
      <Skeleton className="my-1 h-5 w-28" />
      <div className={classNames('mt-2 mb-4 flex items-center', text)}>
        <Skeleton className="h-4 w-56 max-w-full" />
      </div>
      <div className={buttons}>
        <Skeleton className="h-11 w-44 max-w-full" />
      </div>
    </Card>
  );
}
