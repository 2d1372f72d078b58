import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Coach } from '../../../../shared/coaching/coaches.ts';
import { formatDate } from '../../../lib/format.ts';
import { personName } from '../../../lib/person-name.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { CoachDialog } from './coach-dialog.tsx';

type Edited = { userId: string; name: string };

/** The coaches who answer students’ questions, and the former coaches. */
export function CoachingPanel() {
  const { user } = useCurrentUser();
  const query = trpc.admin.coaching.coaches.useQuery();
  const [edited, setEdited] = useState<Edited>();
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4 *:whitespace-normal">
        <p className="measure text-muted">
          Coaches answer questions. They see a student’s first name and last initial, membership, hand and
          question, and the study data that the student shows, but no email address, payments or identity
          documents. To make a student a coach, open their page under Users.
        </p>
        {user?.isCoach ? (
          <Link to="/coach" className={buttonClass('primary')}>
            Open the questions
          </Link>
        ) : (
          user && (
            <Button onClick={() => setEdited({ userId: user.id, name: personName(user) })}>
              Answer questions yourself
            </Button>
          )
        )}
      </div>
      <AdminQueryView
        query={query}
        skeleton={
          <SkeletonRegion label="Loading the coaches..." className="grid gap-3">
            <Skeleton className="h-24" />
            <Skeleton className="h-24" />
          </SkeletonRegion>
        }
        errorTitle="The coaches could not be loaded"
        empty={
          <EmptyState
            title="No coach answers questions"
            description="Students cannot ask until there is a coach."
          />
        }
      >
        {(coaches) => (
          <ul className="grid gap-3">
            {coaches.map((coach) => (
              <CoachRow
                key={coach.userId}
                coach={coach}
                onEdit={() => setEdited({ userId: coach.userId, name: coach.displayName })}
              />
            ))}
          </ul>
        )}
      </AdminQueryView>
      {edited && (
        <CoachDialog
          {...edited}
          coach={query.data?.find(({ userId }) => userId === edited.userId)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function CoachState({ coach: { active, canLogIn } }: { coach: Coach }) {
  if (!active) return <Badge>Stopped</Badge>;
  return canLogIn === false ? (
    <Badge tone="warning">Cannot log in</Badge>
  ) : (
    <Badge tone="success">Answers</Badge>
  );
}

function CoachRow({ coach, onEdit }: { coach: Coach; onEdit: () => void }) {
  const { client } = trpc.useUtils();
  const [isStopping, setIsStopping] = useState(false);
  const editLabel = coach.active ? 'Edit' : 'Let them answer again';
  return (
    <Card as="li" className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">{coach.displayName}</span>
          <CoachState coach={coach} />
        </p>
        <p className="mt-1 text-sm text-muted tabular">
          {`${coach.answered} answered in 30 days · ${coach.claimed} open now · up to ${coach.weeklyCapacity} a week · since ${formatDate(coach.createdAt)}`}
        </p>
        {coach.about !== '' && <p className="mt-2 measure text-sm wrap-anywhere">{coach.about}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {coach.canLogIn !== false && (
          <Button
            variant="secondary"
            size="small"
            onClick={onEdit}
            aria-label={`${editLabel}: ${coach.displayName}`}
          >
            {editLabel}
          </Button>
        )}
        {coach.active && (
          <Button
            variant="quietDanger"
            size="small"
            onClick={() => setIsStopping(true)}
            aria-label={`Stop answering: ${coach.displayName}`}
          >
            Stop answering
          </Button>
        )}
      </div>
      {isStopping && (
        <ActionDialog
          action={{
            title: `Stop ${coach.displayName} from answering?`,
            consequence:
              coach.claimed === 0
                ? 'They no longer see students’ questions. Their answers stay.'
                : `They no longer see students’ questions. The ${coach.claimed === 1 ? 'question' : `${coach.claimed} questions`} that they are answering ${coach.claimed === 1 ? 'goes' : 'go'} back to the queue. Their answers stay.`,
            confirm: 'Stop answering',
            busy: 'Stopping...',
            isDanger: true,
            failure: 'The coach was not changed',
            async run() {
              await client.admin.coaching.revokeCoach.mutate({ userId: coach.userId });
              return `${coach.displayName} no longer answers`;
            },
          }}
          onClose={() => setIsStopping(false)}
        />
      )}
    </Card>
  );
}
