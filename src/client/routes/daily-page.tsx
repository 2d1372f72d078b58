import { Link, useParams } from '@tanstack/react-router';
import { dayMs } from '../../shared/durations.ts';
import type { DailyView } from '../../shared/practice/daily.ts';
import { DailyArchive } from '../features/practice/daily/daily-archive.tsx';
import { DailyHand } from '../features/practice/daily/daily-hand.tsx';
import { SignInPrompt } from '../features/session/sign-in-prompt.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { describeError } from '../lib/error-text.ts';
import { formatDate, formatTime } from '../lib/format.ts';
import { aboutToday } from '../lib/query-freshness.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { trpc } from '../trpc.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page, PageHeader } from '../ui/page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../ui/skeleton.tsx';

/** /daily: today's hand. The settings decide whether visitors may see it. */
export function DailyPage() {
  return <Day input={{}} />;
}

/** /daily/$date: the hand of another day. */
export function DailyDayPage() {
  const { date } = useParams({ from: '/daily/$date' });
  return <Day key={date} input={{ day: date }} />;
}

function Day({ input }: { input: { day?: string } }) {
  const { dailyIsPublic } = useSiteSettings();
  const { user, error } = useCurrentUser();
  // If the user could not be loaded, the server decides.
  const isOpen = dailyIsPublic || Boolean(user) || (user === undefined && Boolean(error));
  const isToday = input.day === undefined;
  const query = trpc.daily.get.useQuery(input, { enabled: isOpen, ...(isToday && aboutToday) });
  if (!isOpen && user === null) {
    return (
      <SignInPrompt title="Log in to see the hand of the day">
        One decision a day, the coach’s reason, and what others chose.
      </SignInPrompt>
    );
  }
  const { code } = describeError(query.error);
  if (!query.data && (code === 'not_found' || code === 'invalid_input' || code === 'forbidden')) {
    return (
      <Page width="medium">
        {code === 'forbidden' ? (
          <EmptyState
            headingLevel={1}
            title="Older hands are for members"
            description="Without a membership, you can see the hands of the last thirty days. A membership opens the older ones, too."
            action={
              <Link to="/subscription-plans" className={buttonClass('primary')}>
                See the memberships
              </Link>
            }
          />
        ) : (
          <EmptyState
            headingLevel={1}
            title={isToday ? 'There is no hand today' : 'This day has no hand'}
            description={
              isToday
                ? 'Each hand of the day begins at midnight, UTC.'
                : 'No hand was planned for this day, or the day has not begun.'
            }
            action={
              !isToday && (
                <Link to="/daily" className={buttonClass('primary')}>
                  Today’s hand
                </Link>
              )
            }
          />
        )}
        <DailyArchive />
      </Page>
    );
  }
  return (
    <Page width="wide">
      <QueryView
        query={query}
        skeleton={<DailySkeleton />}
        errorTitle="The hand could not be loaded"
        titleAs="h1"
      >
        {(view) => (
          <>
            <PageHeader title="Hand of the day" lead={<DayLead view={view} />} />
            <DailyHand view={view} />
            <DailyArchive />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function DayLead({ view: { day, isToday } }: { view: DailyView }) {
  const hydrated = useHydrated();
  if (!isToday) return `${formatDate(day)}. This day has ended.`;
  const end = new Date(Date.parse(day) + dayMs);
  // The server does not know the browser's time zone.
  const time = hydrated ? formatTime(end) : '00:00 UTC';
  return (
    <>
      {formatDate(day)}. One decision a day, the same for everyone.{' '}
      {/* The time is on a separate line, so that a longer text in another time zone does not add a line. */}
      <span className="block">{`Next hand at ${time}.`}</span>
    </>
  );
}

function DailySkeleton() {
  return (
    <SkeletonRegion label="Loading the hand..." className="grid gap-6">
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-96" />
    </SkeletonRegion>
  );
}
