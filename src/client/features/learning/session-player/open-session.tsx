import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { clockTime } from '../../../../shared/clock-time.ts';
import type { OpenSession as OpenSessionDetail } from '../../../../shared/learning/learning.ts';
import type { Note } from '../../../../shared/learning/notes.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { lazyInPlace } from '../../../ui/lazy-in-place.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';
import { SkeletonText } from '../../../ui/skeleton.tsx';
import { AttachedHands } from '../../hands/attached-hands.tsx';
import { type HandMark, markOfNote, nearestMark } from '../../hands/marks/hand-marks.ts';
import { MarkedHands } from '../../hands/marks/marked-hands.tsx';
import { NotesCard } from '../notes/notes-card.tsx';
import { useHandMarks } from '../use-hand-marks.ts';
import { CompletionBar } from './completion-bar.tsx';
import { ExternalPlayer, VideoPageLink } from './external-player.tsx';
import type { PlayerHandle } from './player-handle.ts';
import { Prerequisites } from './prerequisites.tsx';
import { SessionHeader, sessionGrid, sessionSide } from './session-header.tsx';
import { SessionRating } from './session-rating.tsx';
import { type Cue, Transcript } from './transcript.tsx';
import { useCompletion } from './use-completion.ts';
import { useSessionProgress } from './use-session-progress.ts';
import { VideoPlayer } from './video-player.tsx';

const LessonText = lazyInPlace(
  'The text could not be loaded',
  async () => (await import('../../hands/lesson/lesson-text.tsx')).LessonText,
);

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
  const progress = useSessionProgress(session, userId, at, () => {
    if (!isCompleted) completion.complete();
  });
  const player = useRef<PlayerHandle>(null);
  const [cues, setCues] = useState<Cue[]>([]);
  const { video } = session;
  const canSeek = video?.kind === 'file' || (video?.kind === 'external' && video.embedUrl !== null);
  const startAt = at ?? progress.startAt;

  // Whether the page has a second column.
  const isWide = useMediaQuery('(min-width: 64rem)', true);
  const marks = useHandMarks({ kind: 'session', id: session.id }, session.notes);
  const [opened, setOpened] = useState<HandMark>();

  function seek(second: number) {
    player.current?.seek(second, true);
  }

  function openNearest(second: number) {
    setOpened(nearestMark(marks, second));
  }

  function openHandOf(note: Note) {
    setOpened(markOfNote(note));
  }

  const markedHands = (canSeek || opened) && (
    <MarkedHands
      marks={marks}
      position={progress.second}
      span={markSpanSeconds}
      positionText={(at) => `at ${clockTime(at)}`}
      opened={opened}
      onOpen={setOpened}
      onClose={() => setOpened(undefined)}
      onSeek={seek}
      onGuess={() => player.current?.pause()}
    />
  );

  // In one column, the notes of a session with a video come before its text, because they refer to seconds of the
  // video. Without a video they come last.
  const side = (
    <div className={`flex flex-col gap-6 ${sessionSide}`}>
      {isWide && markedHands}
      <NotesCard
        notes={session.notes}
        place={{ kind: 'session', id: session.id, atSeconds: canSeek ? progress.second : null }}
        onSeek={canSeek ? seek : undefined}
        onOpenHand={openHandOf}
      />
    </div>
  );

  return (
    <article className={sessionGrid}>
      <div className="flex flex-col gap-4">
        <SessionHeader session={session} />
        <div className="contents print:hidden">
          {video?.kind === 'file' && (
            <VideoPlayer
              handle={player}
              events={progress.playerEvents}
              source={video}
              captionsUrl={session.captionsUrl}
              title={session.title}
              startAt={startAt}
              onCues={setCues}
              ticks={marks.map(({ key, at, title }) => ({
                key,
                second: at,
                label: `Hand at ${clockTime(at)}: ${title}`,
              }))}
              onTick={(key) => setOpened(marks.find((mark) => mark.key === key))}
              onNearestHand={openNearest}
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
          {!isWide && markedHands}
          {cues.length > 0 && <Transcript cues={cues} second={progress.second} onSeek={seek} />}
          <CompletionBar
            progress={session.progress}
            tracksWatching={canSeek}
            completion={completion}
            unsent={progress.unsent}
          />
        </div>
      </div>
      {video && side}
      <div className="flex flex-col gap-8">
        <Prerequisites text={session.prerequisites} sessions={session.requiredSessions} />
        {session.content && (
          <section aria-labelledby="session-text">
            <h2 id="session-text" className="mb-2 text-xl font-semibold">
              The session in writing
            </h2>
            <LessonText
              fallback={<SkeletonText lines={6} className="measure" />}
              sessionId={session.id}
              text={session.content}
            />
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
      {!video && side}
    </article>
  );
}

/** A hand is the current one for this many seconds, beginning at its time in the video. */
const markSpanSeconds = 20;

function NextSession({ next }: { next: NonNullable<OpenSessionDetail['next']> }) {
  return (
    <section aria-labelledby="session-next" className="print:hidden">
      <h2 id="session-next" className="mb-2 text-xl font-semibold">
        Next session
      </h2>
      <Card interactive className="flex items-center gap-4">
        <RangeGrid seed={next.id} className="w-16 shrink-0" />
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
