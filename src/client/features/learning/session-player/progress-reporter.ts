/** One report: the position in the video in seconds, if it is to be stored, and the study time to add. */
export type ProgressReport = { position?: number; addSeconds: number };

/**
 * `later`: no response, or a temporary error. `logged_out`: a retry may succeed after a login. `rejected`: a retry
 * would fail, too.
 */
export type ReportOutcome = 'saved' | 'later' | 'logged_out' | 'rejected';

/** Progress that could not be sent yet. `at` is when the report failed, in milliseconds since 1970. */
export type UnsentProgress = { position?: number; seconds: number; at: number };

/** Stores unsent progress, so that it survives a reload. */
export type ProgressStore = {
  load: () => UnsentProgress | undefined;
  save: (unsent: UnsentProgress) => void;
  clear: () => void;
};

export type ProgressReporter = {
  /** Adds seconds of study, including fractions. */
  studied: (seconds: number) => void;
  /** The current position in seconds. */
  movedTo: (second: number) => void;
  /**
   * Sends what has not been sent yet. Does nothing while a report is in progress, except with `leaving`, because the
   * page may close before that report ends. With `first`, sends even without progress, so that the session counts as
   * started.
   */
  flush: (options?: { leaving?: boolean; first?: boolean }) => Promise<void>;
};

export type ProgressReporterOptions = {
  send: (report: ProgressReport) => Promise<ReportOutcome>;
  store: ProgressStore;
  now: () => number;
  onOutcome?: (outcome: ReportOutcome) => void;
};

/**
 * Collects study time and position, and reports them. The progress of a failed report is included in the next report,
 * and stored in this browser until a report succeeds. After a rejected report, nothing more is sent.
 */
export function createProgressReporter({
  send,
  store,
  now,
  onOutcome,
}: ProgressReporterOptions): ProgressReporter {
  const unsent = store.load();
  let seconds = unsent?.seconds ?? 0;
  let position = unsent?.position;
  let lastSavedPosition: number | undefined;
  let activeRequests = 0;
  /** The last report that contained a position. When the user leaves, two reports may be in progress. */
  let lastWithPosition: ProgressReport | undefined;
  /** Whether a report has failed since the newest report was sent. */
  let hasFailed = false;
  let stopped = false;

  function storeUnsent(): void {
    if (position === undefined && seconds < 1) return;
    // When the session is opened again, a position is discarded if the server has saved progress after `at`. `at` is
    // the time of the failure, not of the request, so that a completion that is saved during the request does not
    // discard the position.
    store.save({ seconds, at: now(), ...(position !== undefined && { position }) });
  }

  async function deliver(report: ProgressReport): Promise<void> {
    if (report.position !== undefined) lastWithPosition = report;
    hasFailed = false;
    activeRequests += 1;
    const outcome = await send(report);
    activeRequests -= 1;
    if (outcome === 'saved') {
      if (report.position !== undefined) lastSavedPosition = report.position;
      if (!hasFailed) store.clear();
    } else if (outcome !== 'rejected') {
      seconds += report.addSeconds;
      if (report === lastWithPosition) position ??= report.position;
      hasFailed = true;
      storeUnsent();
    } else {
      stopped = true;
      store.clear();
    }
    onOutcome?.(outcome);
  }

  return {
    studied(more) {
      seconds += more;
    },
    movedTo(second) {
      const wholeSecond = Math.max(0, Math.floor(second));
      if (position !== undefined || wholeSecond !== lastSavedPosition) position = wholeSecond;
    },
    async flush({ leaving = false, first = false } = {}) {
      const addSeconds = Math.floor(seconds);
      const isEmpty = position === undefined && addSeconds === 0;
      if (stopped || (isEmpty && !first) || (activeRequests > 0 && !leaving)) return;
      const report = { addSeconds, ...(position !== undefined && { position }) };
      seconds -= addSeconds;
      position = undefined;
      await deliver(report);
    },
  };
}
