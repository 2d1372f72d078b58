import { useEffect, useRef, useState } from 'react';
import type { OpenSession, ProgressEntry } from '../../../../shared/learning/learning.ts';
import { trpc } from '../../../trpc.ts';
import { useChangeSession } from '../use-change-session.ts';
import type { PlayerEvents } from './player-handle.ts';
import {
  createProgressReporter,
  type ProgressReport,
  type ProgressReporter,
  type ReportOutcome,
} from './progress-reporter.ts';
import { browserProgressStore, lastPositionStore } from './progress-store.ts';

const reportIntervalMs = 10_000;
const tickIntervalMs = 1_000;

export type SessionProgress = {
  /** The second at which the video starts, as described for the parameter `at`. */
  startAt: number;
  /** The current position in the video, in whole seconds. */
  second: number;
  playerEvents: PlayerEvents;
  /** Why the last report failed, if its progress is stored and sent later. */
  unsent: 'later' | 'logged_out' | undefined;
};

/**
 * Tracks the study time and the video position of an open session, and reports them. Mount a new instance for each
 * session.
 * @param at - the second in the URL, at which the video starts. Without it, a completed session starts from the
 * beginning, and any other session at the last position, even if this browser has not sent that position yet.
 * @param onWatched - called when playback crosses 90% of the video, and again when playback comes near the end without
 * a recent seek, because a short seek may have skipped the 90% mark, or the first call may have failed
 */
export function useSessionProgress(
  session: OpenSession,
  userId: string,
  at: number | undefined,
  onWatched: () => void,
): SessionProgress {
  const utils = trpc.useUtils();
  const sessionId = session.id;
  const changeSession = useChangeSession(sessionId);
  const [store] = useState(() => openProgressStore(userId, session));
  const [lastPosition] = useState(() => lastPositionStore(userId, sessionId));
  const [startAt] = useState(() => {
    if (at !== undefined) return at;
    return session.progress?.status === 'completed'
      ? 0
      : (lastPosition.load(Date.now()) ?? store.load()?.position ?? session.progress?.position ?? 0);
  });
  const [second, setSecond] = useState(Math.floor(startAt));
  const [unsent, setUnsent] = useState<SessionProgress['unsent']>();
  const playing = useRef(false);
  const lastTime = useRef(startAt);
  /** The position at which playback started, or continued after the last seek. */
  const playedFrom = useRef(startAt);
  const hasMoved = useRef(false);
  const hasStarted = useRef(session.progress !== null);
  const watched = useRef(onWatched);
  useEffect(() => {
    watched.current = onWatched;
  });

  function handleSaved(progress: ProgressEntry) {
    changeSession((cached) => ({ ...cached, progress }));
    void utils.learning.progress.invalidate();
    void utils.learning.continueWhere.invalidate();
    void utils.goals.invalidate();
  }

  const [reporter] = useState<ProgressReporter>(() =>
    createProgressReporter({
      send: (report) => sendProgress(sessionId, report, handleSaved),
      store,
      now: Date.now,
      onOutcome: (outcome) =>
        setUnsent(outcome === 'later' || outcome === 'logged_out' ? outcome : undefined),
    }),
  );

  useEffect(() => {
    const clock = createStudyClock(Date.now());
    // The first report marks the session as in progress.
    void reporter.flush({ first: !hasStarted.current });
    hasStarted.current = true;
    const tick = () =>
      reporter.studied(
        clock.tick({
          now: Date.now(),
          visible: document.visibilityState === 'visible',
          playing: playing.current,
        }),
      );
    const markActive = () => clock.active(Date.now());
    const leave = () => {
      tick();
      if (hasMoved.current) lastPosition.save(Math.floor(lastTime.current), Date.now());
      void reporter.flush({ leaving: true });
    };
    const handleVisibility = () => {
      if (document.visibilityState === 'hidden') leave();
      else tick();
    };
    const report = () => void reporter.flush();
    const ticking = setInterval(tick, tickIntervalMs);
    const reporting = setInterval(report, reportIntervalMs);
    document.addEventListener('visibilitychange', handleVisibility);
    window.addEventListener('pagehide', leave);
    window.addEventListener('online', report);
    window.addEventListener('scroll', markActive, { passive: true });
    window.addEventListener('keydown', markActive);
    return () => {
      clearInterval(ticking);
      clearInterval(reporting);
      document.removeEventListener('visibilitychange', handleVisibility);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('online', report);
      window.removeEventListener('scroll', markActive);
      window.removeEventListener('keydown', markActive);
      // Navigation within the site unmounts the session without hiding the page.
      leave();
    };
  }, [reporter, lastPosition]);

  const [playerEvents] = useState<PlayerEvents>(() => ({
    onTime(time, duration) {
      const before = lastTime.current;
      lastTime.current = time;
      hasMoved.current = true;
      reporter.movedTo(time);
      setSecond(Math.floor(time));
      if (time < before || time - before > maxStepSeconds) playedFrom.current = time;
      const watchedSeconds = time - playedFrom.current;
      if (playing.current && crossesCompletion(before, time, duration, watchedSeconds)) watched.current();
    },
    onSeek(time) {
      lastTime.current = time;
      playedFrom.current = time;
      hasMoved.current = true;
      reporter.movedTo(time);
      setSecond(Math.floor(time));
    },
    onPlaying(isPlaying) {
      const paused = playing.current && !isPlaying;
      playing.current = isPlaying;
      if (paused) void reporter.flush();
    },
  }));

  return { startAt, second, playerEvents, unsent };
}

/**
 * Opens the store. An unsent position is discarded if the server has saved newer progress, for example from another
 * device.
 */
function openProgressStore(userId: string, session: OpenSession) {
  const store = browserProgressStore(userId, session.id);
  const reportedAt = session.progress ? Date.parse(session.progress.updatedAt) : 0;
  const unsent = store.load();
  if (unsent && unsent.at <= reportedAt) store.save({ seconds: unsent.seconds, at: unsent.at });
  return store;
}

/** Long, because the user does not wait for a report, and the next report includes the progress of a failed one. */
const reportTimeoutMs = 20_000;

/** Timeouts (408), rate limits (429) and server errors are temporary. 401 means that the user is logged out. */
export function outcomeOf(status: number): ReportOutcome {
  if (status < 300) return 'saved';
  if (status === 401) return 'logged_out';
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'rejected';
}

/** Calls PUT /api/coaching/progress/{sessionId} instead of tRPC, because the request must outlive the page. */
async function sendProgress(
  sessionId: number,
  report: ProgressReport,
  onSaved: (entry: ProgressEntry) => void,
): Promise<ReportOutcome> {
  try {
    const response = await fetch(`/api/coaching/progress/${sessionId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(report),
      keepalive: true,
      signal: AbortSignal.timeout(reportTimeoutMs),
    });
    const outcome = outcomeOf(response.status);
    if (outcome === 'saved') onSaved((await response.json()) as ProgressEntry);
    return outcome;
  } catch {
    // No usable response, for example because the browser is offline. The page shows this to the user.
    return 'later';
  }
}

const completeAt = 0.9;

/** Seconds. Between two events, playback advances by less than this, even at double speed; a longer step is a seek. */
const maxStepSeconds = 5;

/** Seconds of playback without a seek after which the end of the video counts as watched. */
const lastStretchSeconds = 3 * maxStepSeconds;

/**
 * Playback counts as finished when it is this many seconds from the end, because some players report the end only as a
 * pause.
 */
const endSeconds = 2;

/**
 * Whether playback has just crossed the position at which a session counts as complete, or has reached the last seconds
 * after a longer stretch without a seek. Reaching either by a seek does not count.
 * @param watchedSeconds - seconds of the video that were played since the last seek
 */
export function crossesCompletion(
  before: number,
  after: number,
  duration: number,
  watchedSeconds: number,
): boolean {
  if (!Number.isFinite(duration) || duration <= 0 || after - before > maxStepSeconds) return false;
  const crosses = (line: number) => before < line && after >= line;
  const line = duration * completeAt;
  const end = Math.max(line, duration - endSeconds);
  return crosses(line) || (crosses(end) && watchedSeconds >= lastStretchSeconds);
}

/** Without a playing video, time counts as study for this many milliseconds after the last scroll or key press. */
const readingWindowMs = 60_000;
/** A longer time between two ticks counts as this long, because the browser may have suspended the page. */
const maxTickMs = 2_000;

type StudyMoment = {
  /** Milliseconds. */
  now: number;
  visible: boolean;
  playing: boolean;
};

/**
 * Measures study time: the time in which the page is visible and either its video plays, or the user has scrolled or
 * pressed a key within the last minute.
 */
export function createStudyClock(start: number) {
  let lastTick = start;
  let lastActivity = Number.NEGATIVE_INFINITY;
  return {
    active(now: number): void {
      lastActivity = now;
    },
    /** @returns seconds of study since the last tick */
    tick({ now, visible, playing }: StudyMoment): number {
      const passed = Math.min(Math.max(0, now - lastTick), maxTickMs);
      lastTick = now;
      const counts = visible && (playing || now - lastActivity < readingWindowMs);
      return counts ? passed / 1000 : 0;
    },
  };
}
