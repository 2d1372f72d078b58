import {
  type AdminPromotionCode,
  lowestPromotionPrice,
} from '../../../../shared/payments/promotion-codes.ts';
import { serverDate } from '../../../../shared/server-clock.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import {
  codeStatus,
  discountLabel,
  isWaitingForStripe,
  lastDayOf,
  scopeLabel,
} from './promotion-code-labels.ts';

export type PromotionCodeActions = {
  onRedemptions: (code: AdminPromotionCode) => void;
  onCompleteSetup: (code: AdminPromotionCode) => void;
  onEnd: (code: AdminPromotionCode) => void;
};

export function promotionCodeColumns(actions: PromotionCodeActions): Column<AdminPromotionCode>[] {
  return [
    {
      key: 'code',
      header: 'Code',
      cell: ({ code }) => <code className="font-mono font-semibold wrap-anywhere">{code}</code>,
    },
    {
      key: 'off',
      header: 'Discount',
      cell: (code) => (
        <span className="min-w-0 sm:block sm:min-w-36">
          <span className="block font-semibold tabular">{discountLabel(code)}</span>
          <span className="block wrap-anywhere text-muted">{scopeLabel(code.scope)}</span>
          <span className="block text-xs text-muted tabular">
            For prices from {formatCents(lowestPromotionPrice(code))}
          </span>
        </span>
      ),
    },
    {
      key: 'until',
      header: 'Last day',
      className: 'tabular sm:whitespace-nowrap',
      cell: (code) => formatDate(lastDayOf(code)) || <span className="text-muted">No end</span>,
    },
    {
      key: 'used',
      header: 'Used',
      align: 'end',
      cell: ({ redemptions, maxRedemptions, discountedCents }) => (
        <span className="whitespace-nowrap">
          <span className="block font-semibold">
            {redemptions.toLocaleString('en-US')}
            {maxRedemptions !== null && ` of ${maxRedemptions.toLocaleString('en-US')}`}
          </span>
          {discountedCents > 0 && (
            <span className="block text-xs text-muted">{formatCents(discountedCents)} off in total</span>
          )}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (code) => (
        <span className="flex min-w-0 flex-col items-end gap-1 sm:items-start">
          <StatusBadge status={codeStatus(code, serverDate())} />
          {code.endedAt !== null && (
            <span className="text-xs whitespace-nowrap text-muted tabular">
              on {formatDate(code.endedAt)}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      cell: (code) => <RowActions code={code} {...actions} />,
    },
  ];
}

function RowActions({
  code,
  onRedemptions,
  onCompleteSetup,
  onEnd,
}: PromotionCodeActions & { code: AdminPromotionCode }) {
  return (
    <span className="flex flex-wrap justify-end gap-2 lg:flex-nowrap">
      {isWaitingForStripe(code, serverDate()) && (
        <Button
          size="small"
          aria-label={`Complete setup of ${code.code}`}
          onClick={() => onCompleteSetup(code)}
        >
          Complete setup...
        </Button>
      )}
      {code.redemptions > 0 && (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Who used it: ${code.code}`}
          onClick={() => onRedemptions(code)}
        >
          Who used it
        </Button>
      )}
      {code.endedAt === null && (
        <Button size="small" variant="secondary" aria-label={`End ${code.code}`} onClick={() => onEnd(code)}>
          End...
        </Button>
      )}
    </span>
  );
}
