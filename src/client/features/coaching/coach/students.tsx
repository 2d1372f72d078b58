import { Link } from '@tanstack/react-router';
import type { StudentItem } from '../../../../shared/coaching/brief.ts';
import { formatDate } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';

/** The coach's students, each with a link to their brief. */
export function Students() {
  const query = trpc.coaching.students.useInfiniteQuery(
    {},
    // Each question that the coach claims or answers changes the list.
    { ...byCursor, staleTime: 0 },
  );
  return (
    <>
      <PageHeader
        title="Your students"
        lead="Students whose question you are answering, or whom you have answered in the last six months."
      />
      <QueryView
        query={query}
        skeleton={<SkeletonRows label="Loading your students..." rows={5} rowClass="h-16" />}
        errorTitle="Your students could not be loaded"
      >
        {(data) => {
          const students = loadedItems(data);
          if (students.length === 0) {
            return (
              <EmptyState
                title="You have no students yet"
                description="A student is listed here as soon as you open a question of theirs."
              />
            );
          }
          return (
            <section aria-label="Your students">
              <ul className="divide-y divide-border border-y border-border">
                {students.map((student) => (
                  <StudentRow key={student.id} student={student} />
                ))}
              </ul>
              <LoadMore query={query} label="students" />
            </section>
          );
        }}
      </QueryView>
    </>
  );
}

function StudentRow({ student: { id, name, plan, isWaiting, lastAt } }: { student: StudentItem }) {
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-3 py-3 hover:bg-sunken">
      <div className="min-w-0">
        <Link
          to="/coach/students/$id"
          params={{ id }}
          className="font-semibold text-text no-underline after:absolute after:inset-0 wrap-anywhere"
        >
          {name}
        </Link>
        <p className="text-sm text-muted">{`${planName(plan)} · last contact ${formatDate(lastAt)}`}</p>
      </div>
      {isWaiting && <Badge tone="primary">Waiting for your answer</Badge>}
    </li>
  );
}
