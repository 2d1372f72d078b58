import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserPage } from '../../../../shared/admin/admin-users.ts';
import { statusTexts } from '../../../../shared/coaching/question-status.ts';
import type { StudentQuestion } from '../../../../shared/coaching/questions.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { personName } from '../../../lib/person-name.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { Section } from '../../../ui/page.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { GiveQuestionsDialog } from '../coaching/give-questions-dialog.tsx';

/**
 * A user's questions to the coaches, how many more the user may ask, and the number of stored hands. Only coaches get
 * links to the questions.
 */
export function UserQuestions({ account }: { account: UserPage['account'] }) {
  const { user } = useCurrentUser();
  const query = trpc.admin.coaching.questions.useInfiniteQuery({ userId: account.id }, byCursor);
  const [giving, setGiving] = useState(false);
  const canAsk = account.suspendedAt === null && account.deletionDueAt === null;
  return (
    <Section title="Questions to coaches">
      <AdminQueryView
        query={query}
        errorTitle="The questions could not be loaded"
        skeleton={<TableSkeleton label="Loading the questions..." rows={2} />}
      >
        {(data) => (
          <>
            {data.pages[0] && (
              <p className="mb-3 text-sm text-muted tabular">
                {countText(data.pages[0].left, 'question')} left to ask,{' '}
                {countText(data.pages[0].storedHands, 'hand')} stored
              </p>
            )}
            <DataTable
              caption="Questions to coaches"
              rows={loadedItems(data)}
              rowKey={({ id }) => id}
              columns={user?.isCoach && user.id !== account.id ? [...columns, questionColumn] : columns}
              empty={<p className="text-muted">Nothing has been asked yet.</p>}
            />
            <LoadMore query={query} label="questions" />
          </>
        )}
      </AdminQueryView>
      {canAsk && (
        <Button variant="secondary" size="small" className="mt-3" onClick={() => setGiving(true)}>
          Give questions
        </Button>
      )}
      {giving && (
        <GiveQuestionsDialog
          userId={account.id}
          name={personName(account)}
          onClose={() => setGiving(false)}
        />
      )}
    </Section>
  );
}

const columns: Column<StudentQuestion>[] = [
  {
    key: 'asked',
    header: 'Asked',
    phone: 'first',
    className: 'tabular',
    cell: ({ queuedAt }) => formatDate(queuedAt),
  },
  {
    key: 'status',
    header: 'Status',
    phone: 'first',
    cell: ({ status, isLate }) => (
      <span className="inline-flex flex-wrap gap-1">
        <Badge tone={status === 'answered' ? 'success' : 'neutral'}>{statusTexts[status]}</Badge>
        {isLate && <Badge tone="danger">Late</Badge>}
      </span>
    ),
  },
  {
    key: 'answer',
    header: 'Answer',
    className: 'tabular',
    cell: ({ status, dueAt, answeredAt }) => {
      if (answeredAt !== null) return formatDate(answeredAt);
      return status === 'withdrawn' || status === 'returned' ? 'None' : `By ${formatDate(dueAt)}`;
    },
  },
];

const questionColumn: Column<StudentQuestion> = {
  key: 'question',
  header: 'Question',
  headerHidden: true,
  align: 'end',
  cell: ({ id, status, queuedAt }) =>
    status !== 'withdrawn' &&
    status !== 'returned' && (
      <Link to="/coach" search={{ view: 'read', question: id }} className={adminLinkClass}>
        Open question<span className="sr-only"> of {formatDate(queuedAt)}</span>
      </Link>
    ),
};
