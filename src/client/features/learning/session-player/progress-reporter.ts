/** One report: the position in the video, and the study time since the last report. */
export type ProgressReport = { position?: number; addSeconds: number };

/** `later`: no response, or a temporary error. `refused`: a retry would fail too. */
export type ReportOutcome = 'saved' | 'later' | 'refused';

/** Progress that could not be sent yet. `at` is the time in milliseconds at which the page last had this position. */
export type UnsentProgress = { position?: number; seconds: number; at: number };

/** Where unsent progress survives a reload. */
export type ProgressKeep = {
  load: () => UnsentProgress | undefined;
  save: (kept: UnsentProgress) => void;
  clear: () => void;
};

export type ProgressReporter = {
  /** Adds seconds of study, including fractions. */
  studied: (seconds: number) => void;
  /** The current position in seconds. */
  movedTo: (second: number) => void;
  /**
   * Sends what has not been sent yet. `leaving` does not wait for a report in progress, because the page may close
   * first. `first` sends even without progress, so that the session counts as started.
   */
  flush: (options?: { leaving?: boolean; first?: boolean }) => Promise<void>;
};

export type ProgressReporterOptions = {
  send: (report: ProgressReport) => Promise<ReportOutcome>;
  keep: ProgressKeep;
  now: () => number;
  onOutcome?: (outcome: ReportOutcome) => void;
};

/**
 * Collects study time and position and reports them, so that no second is lost or counted twice. A failed report is
 * included in the next one and stored in this browser until then.
 */
export function createProgressReporter({
  send,
  keep,
  now,
  onOutcome,
}: ProgressReporterOptions): ProgressReporter {
  const kept = keep.load();
  let seconds = kept?.seconds ?? 0;
  let place = kept?.position;
  let lastSaved: number | undefined;
  let underWay = 0;
  let stopped = false;

  function keepUnsent(): void {
    if (place === undefined && seconds < 1) return;
    // The time of the failed report, because with an older time a completion saved since would discard the position.
    keep.save({ seconds, at: now(), ...(place !== undefined && { position: place }) });
  }

  async function deliver(report: ProgressReport): Promise<void> {
    underWay += 1;
    const outcome = await send(report);
    underWay -= 1;
    if (outcome === 'saved') {
      if (report.position !== undefined) lastSaved = report.position;
      keep.clear();
    } else if (outcome === 'later') {
      seconds += report.addSeconds;
      place ??= report.position;
      keepUnsent();
    } else {
      stopped = true;
      keep.clear();
    }
    onOutcome?.(outcome);
  }

  return {
    studied(more) {
      seconds += more;
    },
    movedTo(second) {
      const whole = Math.max(0, Math.floor(second));
      if (place !== undefined || whole !== lastSaved) place = whole;
    },
    async flush({ leaving = false, first = false } = {}) {
      const addSeconds = Math.floor(seconds);
      const isEmpty = place === undefined && addSeconds === 0;
      if (stopped || (isEmpty && !first) || (underWay > 0 && !leaving)) return;
      const report = { addSeconds, ...(place !== undefined && { position: place }) };
      seconds -= addSeconds;
      place = undefined;
      await deliver(report);
    },
  };
}
