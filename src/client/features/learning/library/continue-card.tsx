import { Link } from '@tanstack/react-router';
import { clockTime } from '../../../../shared/clock-time.ts';
import type { ContinueSession } from '../../../../shared/learning/learning.ts';
import type { ContinueReading } from '../../../../shared/learning/reading.ts';
import { formatDuration } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';

export type ContinueCardProps = { session: ContinueSession; pdf: ContinueReading };

/** The unfinished session or PDF that the user studied last, with a button to continue. Hidden if there is none. */
export function ContinueCard({ session, pdf }: ContinueCardProps) {
  if (!session && !pdf) return null;
  return (
    <Card
      as="section"
      aria-labelledby="library-continue"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-4"
    >
      {pdf && (!session || pdf.updatedAt > session.updatedAt) ? (
        <LastPdf pdf={pdf} />
      ) : (
        session && <LastSession session={session} />
      )}
    </Card>
  );
}

function LastPdf({ pdf }: { pdf: NonNullable<ContinueReading> }) {
  const detail = `Page ${pdf.page} of ${pdf.pageCount}`;
  return (
    <>
      <ItemInProgress title={pdf.title} detail={detail} done={pdf.page / pdf.pageCount} />
      <Link
        to="/read/$kind/$id"
        params={{ kind: pdf.kind, id: String(pdf.id) }}
        className={buttonClass('primary')}
      >
        Continue on page {pdf.page}
      </Link>
    </>
  );
}

function LastSession({ session }: { session: NonNullable<ContinueSession> }) {
  const { position, estimatedDuration: minutes } = session;
  const detail = [`Session ${session.sessionNumber}`, minutes !== null && formatDuration(minutes)];
  return (
    <>
      <ItemInProgress
        title={session.title}
        detail={detail.filter(Boolean).join(' · ')}
        done={minutes ? Math.min(1, position / (minutes * 60)) : 0}
      />
      <Link to="/coaching/$id" params={{ id: String(session.sessionId) }} className={buttonClass('primary')}>
        {position > 0 ? `Continue at ${clockTime(position)}` : 'Continue'}
      </Link>
    </>
  );
}

/** @param done - fraction completed, 0…1 */
function ItemInProgress({ title, detail, done }: { title: string; detail: string; done: number }) {
  return (
    <div className="flex min-w-0 items-center gap-4 max-[18rem]:flex-col max-[18rem]:items-start">
      <RangeGrid variant="progress" ratio={done} className="w-16 shrink-0" />
      <div className="min-w-0">
        <h2 id="library-continue" className="text-sm font-semibold text-muted">
          Continue where you left off
        </h2>
        <p className="text-lg font-semibold wrap-anywhere">{title}</p>
        <p className="text-sm text-muted tabular">{detail}</p>
      </div>
    </div>
  );
}
