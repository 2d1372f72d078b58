import { Link } from '@tanstack/react-router';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { BackLink } from '../../navigation/back-link.tsx';
import { BriefSheet, BriefSkeleton, PrintButton } from './brief-sheet.tsx';
import { SetHomework } from './set-homework.tsx';

export function StudentBrief({ studentId }: { studentId: string }) {
  // The brief changes with each hand, session and answer of the student.
  const query = trpc.coaching.brief.useQuery({ studentId }, { staleTime: 0 });
  const code = query.error ? describeError(query.error).code : undefined;
  if (code === 'coach_only') {
    return (
      <EmptyState
        headingLevel={1}
        title="Only coaches can open this page"
        description="An admin can make you a coach."
        action={
          <Link to="/profile/brief" className={buttonClass('primary')}>
            Your own brief
          </Link>
        }
      />
    );
  }
  if (code === 'not_found' || code === 'invalid_input') {
    return (
      <EmptyState
        headingLevel={1}
        title="This is not one of your students"
        description="You can open a student’s brief while you are answering their question, and for six months after your answer."
        action={
          <Link to="/coach" search={{ view: 'students' }} className={buttonClass('primary')}>
            Your students
          </Link>
        }
      />
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <BackLink to="/coach" search={{ view: 'students' }}>
          Your students
        </BackLink>
        <PrintButton />
      </div>
      <QueryView
        query={query}
        skeleton={<BriefSkeleton />}
        errorTitle="The brief could not be loaded"
        titleAs="h1"
      >
        {(brief) => (
          <BriefSheet
            brief={brief}
            hiddenText="The student has hidden this."
            linkToAnswer={(id, text) => (
              <Link
                to="/coach"
                search={{ view: 'read', question: id }}
                className="underline underline-offset-2"
              >
                {text}
              </Link>
            )}
          >
            <SetHomework
              studentId={studentId}
              today={brief.day}
              isHidden={brief.blocks.homework === undefined}
            />
          </BriefSheet>
        )}
      </QueryView>
    </>
  );
}
