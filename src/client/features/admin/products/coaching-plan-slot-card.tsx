import { planCoverSeed } from '../../../../shared/poker/cover-range.ts';
import type { CoachingPlanSlot } from '../../../../shared/shop/coaching-pdfs.ts';
import { formatBytes, formatDate } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Difficulty } from '../../../ui/difficulty.tsx';
import { ProductCover } from '../../../ui/product-cover.tsx';
import { stampProblemText } from './stamp-labels.ts';

export type CoachingPlanSlotCardProps = { slot: CoachingPlanSlot; onEdit: () => void; onClear: () => void };

export function CoachingPlanSlotCard({ slot, onEdit, onClear }: CoachingPlanSlotCardProps) {
  return (
    <Card as="li" padded={false} className="flex flex-col">
      <ProductCover
        kind="Plan"
        number={slot.pdfNumber}
        seed={planCoverSeed(slot.pdfNumber)}
        empty={slot.filePath === null}
      />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Difficulty level={slot.difficulty} />
          <Badge>{slot.requiredPlan === 'free' ? 'Free' : `Requires ${planName(slot.requiredPlan)}`}</Badge>
        </div>
        <h3 className="text-lg font-semibold wrap-anywhere">{slot.title}</h3>
        {slot.description && (
          <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{slot.description}</p>
        )}
        {slot.filePath === null && (
          <div>
            <Badge tone="warning">{slot.isStored ? 'No file yet' : 'Empty slot'}</Badge>
          </div>
        )}
        {slot.filePath !== null && (
          <p className="text-sm wrap-anywhere text-muted">
            {['File:', slot.fileName, slot.fileSizeBytes !== null && `(${formatBytes(slot.fileSizeBytes)})`]
              .filter(Boolean)
              .join(' ')}
          </p>
        )}
        {slot.stampProblem !== null && (
          <p className="text-sm text-warning">{stampProblemText(slot.stampProblem)}</p>
        )}
        {slot.updatedAt && <p className="text-sm text-subtle">Changed {formatDate(slot.updatedAt)}</p>}
        <div className="mt-auto flex flex-wrap justify-end gap-2 pt-3">
          <Button
            size="small"
            variant="secondary"
            onClick={onEdit}
            aria-label={`${slot.isStored ? 'Edit' : 'Fill'} plan ${slot.pdfNumber}`}
          >
            {slot.isStored ? 'Edit' : 'Fill'}
          </Button>
          {slot.filePath !== null && (
            <Button
              size="small"
              variant="quietDanger"
              onClick={onClear}
              aria-label={`Remove file of plan ${slot.pdfNumber}`}
            >
              Remove file
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
