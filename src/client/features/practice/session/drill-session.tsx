import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { AskDrillsInput } from '../../../../shared/practice/drills.ts';
import { leakName } from '../../../../shared/practice/leaks.ts';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { DrillsLoading } from './drills-loading.tsx';
import { RunningSession } from './running-session.tsx';
import type { SessionBack } from './session-types.ts';
import { readSession } from './stored-session.ts';

export type DrillSessionProps = { userId: string; from: AskDrillsInput; back: SessionBack };

/**
 * Shows drills one after the other. The drills are loaded once and stored in the tab, so that the session continues
 * without a connection and after a reload.
 */
export function DrillSession({ userId, from, back }: DrillSessionProps) {
  // The number is the version of the stored format.
  const key = `drill-session-2:${userId}:${JSON.stringify(from)}`;
  const [stored] = useState(() => readSession(key));
  const query = trpc.drills.ask.useQuery(from, {
    gcTime: 0,
    enabled: stored === undefined,
  });
  const code = query.error ? describeError(query.error).code : undefined;
  const backLink = (
    <Link {...back} className={buttonClass('primary')}>
      {back.label}
    </Link>
  );
  if (code === 'forbidden' || code === 'not_found' || code === 'invalid_input') {
    return <EmptyState headingLevel={1} title="These drills are not open to you" action={backLink} />;
  }
  if (stored) return <RunningSession userId={userId} storageKey={key} start={stored} back={back} />;
  return (
    <QueryView
      query={query}
      skeleton={<DrillsLoading />}
      errorTitle="The drills could not be loaded"
      titleAs="h1"
      note="Your answers are not lost."
      empty={<NothingAsked from={from} backLink={backLink} />}
    >
      {(drills) => (
        <RunningSession
          userId={userId}
          storageKey={key}
          start={{ drills, index: 0, answers: [], solutions: [] }}
          back={back}
        />
      )}
    </QueryView>
  );
}

function NothingAsked({ from, backLink }: { from: AskDrillsInput; backLink: ReactNode }) {
  if (from.from === 'leak') {
    return (
      <EmptyState
        headingLevel={1}
        title={`${leakName(from.leak)}: no drill is open to you`}
        description="Sessions, PDFs and coaching plans come with drills. Once you can open one of them, you can practice its drills here."
        action={
          <>
            {backLink}
            <Link to="/products" className={buttonClass('secondary')}>
              Browse Products
            </Link>
          </>
        }
      />
    );
  }
  const isOne = from.from === 'deck' && from.drillId !== undefined;
  return (
    <EmptyState
      headingLevel={1}
      title={isOne ? 'This drill is no longer in use' : 'No drill is due'}
      description={isOne ? 'Its deck may have other drills.' : 'Drills come back when they are due.'}
      action={backLink}
    />
  );
}
