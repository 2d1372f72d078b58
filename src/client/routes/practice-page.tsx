import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { leakIds } from '../../shared/practice/leaks.ts';
import { Homework } from '../features/coaching/student/homework.tsx';
import { Deck } from '../features/practice/deck.tsx';
import { Practice } from '../features/practice/practice.tsx';
import { DrillsLoading } from '../features/practice/session/drills-loading.tsx';
import { WaitingAnswers } from '../features/practice/session/waiting-answers.tsx';
import { PageIntroduction } from '../features/session/page-introduction.tsx';
import { useReturnPath } from '../features/session/sign-in-redirect.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { Page, PageHeader } from '../ui/page.tsx';
import { RangeGrid } from '../ui/range-grid.tsx';

/** Loaded on demand, because it contains the poker table of the replayer, which is larger than the rest of the page. */
const DrillSession = lazy(async () => ({
  default: (await import('../features/practice/session/drill-session.tsx')).DrillSession,
}));

const practiceRoute = getRouteApi('/practice');
const deckRoute = getRouteApi('/practice/$deck');

/**
 * /practice: due drills, decks and leaks; with `?ask=` a practice session with the drills that are due, or with the
 * drills of a leak.
 */
export function PracticePage() {
  const { user } = useCurrentUser();
  const { ask } = practiceRoute.useSearch();
  // The server caches the page for all visitors and ignores `?ask=`.
  const isAsked = useHydrated() && ask !== undefined;
  if (!user) {
    return (
      <PageIntroduction
        title="Practice"
        next={isAsked ? `/practice?ask=${encodeURIComponent(ask)}` : '/practice'}
        picture={<RangeGrid variant="progress" ratio={0.62} className="w-48 max-w-full lg:w-full" />}
      >
        Poker decisions that come back before you forget them, ten minutes a day. What you miss returns soon,
        what you know returns later. Your answers show which leaks to work on, and which lesson covers them.
      </PageIntroduction>
    );
  }
  const leak = leakIds.find((id) => id === ask);
  if (ask === 'due' || leak) {
    return (
      <Page width="wide">
        <Suspense fallback={<DrillsLoading />}>
          <DrillSession
            key={ask}
            userId={user.id}
            from={leak ? { from: 'leak', leak } : { from: 'due' }}
            back={{ to: '/practice', label: 'Practice' }}
          />
        </Suspense>
      </Page>
    );
  }
  return (
    <Page width="wide">
      <PageHeader title="Practice" lead="Decisions that come back before you forget them." />
      <WaitingAnswers userId={user.id} />
      <Homework />
      <Practice />
    </Page>
  );
}

/**
 * /practice/$deck: a deck; with `?ask=` a practice session with its drills, with `?drill=` a session with one drill.
 */
export function DeckPage() {
  const { user } = useCurrentUser();
  const { deck } = deckRoute.useParams();
  const { ask, drill } = deckRoute.useSearch();
  if (!user) return <DeckIntroduction />;
  if (ask || drill) {
    return (
      <Page width="wide">
        <Suspense fallback={<DrillsLoading />}>
          <DrillSession
            key={`${deck} ${drill ?? ''}`}
            userId={user.id}
            from={{ from: 'deck', deckId: deck, ...(drill && { drillId: drill }) }}
            back={{ to: '/practice/$deck', params: { deck }, label: 'The deck' }}
          />
        </Suspense>
      </Page>
    );
  }
  return (
    <Page width="medium">
      <WaitingAnswers userId={user.id} />
      <Deck key={deck} id={deck} />
    </Page>
  );
}

/** For a visitor who opened the link to a deck, for example from a printed PDF. */
function DeckIntroduction() {
  const next = useReturnPath();
  return (
    <PageIntroduction
      title="A deck of drills"
      next={next}
      picture={<RangeGrid variant="progress" ratio={0.62} className="w-48 max-w-full lg:w-full" />}
    >
      Poker decisions that come back before you forget them. A deck belongs to a session, a PDF or a coaching
      plan, or is open to everyone. To practice it, log in with an account that may open it.
    </PageIntroduction>
  );
}
