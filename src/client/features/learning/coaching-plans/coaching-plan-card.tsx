import { Link } from '@tanstack/react-router';
import type { ShownCoachingPlan } from '../../../../shared/learning/coaching-plan-cards.ts';
import { planCoverSeed } from '../../../../shared/poker/cover-range.ts';
import type { DownloadError } from '../../../lib/download-file.ts';
import { planName } from '../../../lib/labels.ts';
import { downloadLabel, useFileDownload } from '../../../lib/use-file-download.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Difficulty } from '../../../ui/difficulty.tsx';
import { NewVersion } from '../../../ui/new-version.tsx';
import { ProductCover } from '../../../ui/product-cover.tsx';

export type CoachingPlanCardProps = {
  plan: ShownCoachingPlan;
  /** The date of the file if it replaced the version that the user opened. */
  newVersion: string | undefined;
  /** Whether the user has bought the shop PDF with the same number. That purchase does not include the plan. */
  ownsPdf: boolean;
};

/** The card of a coaching plan, with Download and Read if the user may open it, and otherwise Upgrade. */
export function CoachingPlanCard({ plan, newVersion, ownsPdf }: CoachingPlanCardProps) {
  return (
    <Card as="li" padded={false} className="flex flex-col">
      <ProductCover
        kind="Plan"
        number={plan.pdfNumber}
        seed={planCoverSeed(plan.pdfNumber)}
        locked={!plan.accessible}
      />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-xs whitespace-nowrap text-muted tabular">Coaching plan {plan.pdfNumber}</span>
          <Badge>Requires {planName(plan.requiredPlan)}</Badge>
        </div>
        <h2 className="text-lg font-semibold wrap-anywhere">{plan.title}</h2>
        <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">{plan.description}</p>
        <Difficulty level={plan.difficulty} />
        <div className="mt-auto flex flex-col gap-2 pt-2">
          {plan.accessible ? (
            <OpenActions plan={plan} newVersion={newVersion} />
          ) : (
            <LockedActions plan={plan} ownsPdf={ownsPdf} />
          )}
        </div>
      </div>
    </Card>
  );
}

function OpenActions({ plan, newVersion }: Omit<CoachingPlanCardProps, 'ownsPdf'>) {
  const { start, isBusy, percent } = useFileDownload({
    url: plan.filePath,
    fallbackName: planFileName(plan.pdfNumber),
    onFailed: (failure) => window.alert(planDownloadAlert(failure)),
  });
  // The user may open the plan, but it has no file yet.
  if (plan.filePath === '') {
    return (
      <Button disabled>
        Coming soon<span className="sr-only">: {plan.title}</span>
      </Button>
    );
  }
  return (
    <>
      <NewVersion since={newVersion} />
      <div className="flex flex-wrap gap-2">
        <Button busy={isBusy} busyLabel={downloadLabel(percent)} onClick={start} className="flex-1 tabular">
          Download<span className="sr-only"> {plan.title}</span>
        </Button>
        <Link
          to="/read/$kind/$id"
          params={{ kind: 'plan', id: String(plan.pdfNumber) }}
          className={`${buttonClass('secondary')} flex-1`}
        >
          Read<span className="sr-only"> {plan.title} in the browser</span>
        </Link>
      </div>
    </>
  );
}

function LockedActions({ plan, ownsPdf }: { plan: ShownCoachingPlan; ownsPdf: boolean }) {
  return (
    <>
      {ownsPdf && (
        <p className="text-sm text-muted">
          You own PDF {plan.pdfNumber} of the shop, which is <Link to="/coaching">in your library</Link>. It
          does not include this coaching plan.
        </p>
      )}
      <Link to="/subscription-plans" className={buttonClass('secondary')}>
        Upgrade
        <span className="sr-only">
          {' '}
          to {planName(plan.requiredPlan)} for {plan.title}
        </span>
      </Link>
    </>
  );
}

/** The text of the browser alert when a plan's download fails. */
export function planDownloadAlert({ status }: Pick<DownloadError, 'status'>): string {
  return status === 403
    ? 'Access denied. Please upgrade your subscription to access this PDF.'
    : 'Failed to download PDF';
}

/** The file name of a downloaded plan. */
export function planFileName(pdfNumber: number): string {
  return `poker-coaching-plan-${pdfNumber}.pdf`;
}
