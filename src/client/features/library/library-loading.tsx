import type { ReactNode } from 'react';
import { Section } from '../../ui/page.tsx';
import { Skeleton, SkeletonCard, SkeletonRegion } from '../../ui/skeleton.tsx';

export const cardGridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(15.5rem,100%),1fr))] gap-4';

const skeletonCards = [1, 2, 3, 4];

/** The library in grey: the two cards on top, the day, which loads by itself, and the PDFs. */
export function LibraryLoading({ today }: { today: ReactNode }) {
  return (
    <>
      <SkeletonRegion label="Loading your library..." className="mb-4 grid gap-4 sm:grid-cols-2">
        <Skeleton className="h-42 rounded-card" />
        <Skeleton className="h-42 rounded-card" />
      </SkeletonRegion>
      <div className="mb-12">{today}</div>
      <Section title="PDF Resources">
        <div className={cardGridClass}>
          {skeletonCards.map((card) => (
            <SkeletonCard key={card} />
          ))}
        </div>
      </Section>
    </>
  );
}
