import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import type { OpenSession as OpenSessionDetail } from '../../../../shared/learning/learning.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { AttachedHands } from '../../hands/attached-hands.tsx';
import { CompletionBar } from './completion-bar.tsx';
import { ExternalPlayer, VideoPageLink } from './external-player.tsx';
import type { PlayerHandle } from './player-handle.ts';
import { Prerequisites } from './prerequisites.tsx';
import { SessionHead, sessionGrid, sessionSide } from './session-head.tsx';
import { SessionNotes } from './session-notes.tsx';
import { SessionRating } from './session-rating.tsx';
import { type Cue, Transcript } from './transcript.tsx';
import { useCompletion } from './use-completion.ts';
import { useSessionProgress } from './use-session-progress.ts';
import { VideoPlayer } from './video-player.tsx';

const RichText = lazy(async () => ({ default: (await import('../../../ui/rich-text.tsx')).RichText }));

export type OpenSessionProps = {
  session: OpenSessionDetail;
  userId: string;
  /** The start time in the URL, which takes precedence over the saved position. */
  at: number | undefined;
};

/** A session that the user may open. Mount a new instance for each session. */
export function OpenSession({ session, userId, at }: OpenSessionProps) {
  const completion = useCompletion(session.id);
  const isCompleted = session.progress?.status === 'completed';
  const progress = useSessionProgress(session, userId, () => {
    if (!isCompleted) completion.complete();
  });
  const player = useRef<PlayerHandle>(null);
  const [cues, setCues] = useState<Cue[]>([]);
  const { video } = session;
  const canSeek = video?.kind === 'file' || (video?.kind === 'external' && video.embedUrl !== null);
  // A completed session starts from the beginning. Otherwise the cover offers the saved position.
  const startAt = at ?? (isCompleted ? 0 : progress.startAt);

  function seek(second: number) {
    player.current?.seek(second, true);
  }

  // In one column, notes follow a video, because they refer to its seconds, but not a text, which they would push down.
  const notes = (
    <div className={sessionSide}>
      <SessionNotes
        sessionId={session.id}
        notes={session.notes}
        second={canSeek ? progress.second : undefined}
        onSeek={canSeek ? seek : undefined}
      />
    </div>
  );

  return (
    <article className={sessionGrid}>
      <div className="flex flex-col gap-4">
        <SessionHead session={session} />
        {video?.kind === 'file' && (
          <VideoPlayer
            handle={player}
            events={progress.playerEvents}
            source={video}
            captionsUrl={session.captionsUrl}
            title={session.title}
            startAt={startAt}
            onCues={setCues}
          />
        )}
        {video?.kind === 'external' &&
          (video.embedUrl !== null && video.provider !== 'other' ? (
            <ExternalPlayer
              handle={player}
              events={progress.playerEvents}
              provider={video.provider}
              embedUrl={video.embedUrl}
              title={session.title}
              startAt={startAt}
            />
          ) : (
            <VideoPageLink pageUrl={video.pageUrl} />
          ))}
        {cues.length > 0 && <Transcript cues={cues} second={progress.second} onSeek={seek} />}
        <CompletionBar
          progress={session.progress}
          hasVideo={canSeek}
          completion={completion}
          unsent={progress.unsent}
        />
      </div>
      {video && notes}
      <div className="flex flex-col gap-8">
        <Prerequisites text={session.prerequisites} sessions={session.requiredSessions} />
        {session.content && (
          <section aria-labelledby="session-text">
            <h2 id="session-text" className="mb-2 text-xl font-semibold">
              The session in writing
            </h2>
            <Suspense fallback={<SkeletonText lines={6} className="measure" />}>
              <RichText text={session.content} />
            </Suspense>
          </section>
        )}
        <AttachedHands kind="session" id={session.id} onSeek={canSeek ? seek : undefined} />
        {!session.content && !video && (
          <EmptyState
            title="This session is being prepared"
            description="Its video and its text appear here as soon as they are published."
          />
        )}
        {isCompleted && <SessionRating sessionId={session.id} rating={session.progress?.rating ?? null} />}
        {session.next && <NextSession next={session.next} />}
      </div>
      {!video && notes}
    </article>
  );
}

/** A link to the next session. */
function NextSession({ next }: { next: NonNullable<OpenSessionDetail['next']> }) {
  return (
    <section aria-labelledby="session-next">
      <h2 id="session-next" className="mb-2 text-xl font-semibold">
        Next session
      </h2>
      <Card interactive className="flex items-center gap-4">
        <RangeGrid number={next.id} className="w-16 shrink-0" />
        <div className="min-w-0">
          <p className="text-sm text-muted tabular">Session {next.sessionNumber}</p>
          <Link
            to="/coaching/$id"
            params={{ id: String(next.id) }}
            className="rounded-control text-lg font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card"
          >
            {next.title}
          </Link>
          {!next.accessible && (
            <p className="mt-1">
              <Badge>Locked</Badge>
            </p>
          )}
        </div>
      </Card>
    </section>
  );
}
