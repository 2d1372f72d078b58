import type { Report, ReportPoint } from '../../../../shared/admin/reports.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatCents, formatDate } from '../../../lib/format.ts';

export type Plot = {
  key: string;
  title: string;
  total: (totals: Report['totals']) => string;
  /** The value of a bar; null and zero render no bar. */
  value: (point: ReportPoint) => number | null;
  /** The value as text, for example for the table. */
  text: (value: number) => string;
  /** The number in the CSV export: dollars, hours, a percentage or a count. */
  csvValue: (value: number) => number;
};

const count = { text: (value: number) => value.toLocaleString('en-US'), csvValue: (value: number) => value };
const money = { text: formatCents, csvValue: (cents: number) => cents / 100 };
const hours = {
  text: (value: number) => {
    if (value > 0 && Math.round(value * 60) === 0) return 'under 1 min';
    if (value < 1) return `${Math.round(value * 60)} min`;
    return `${value < 10 ? value.toFixed(1) : Math.round(value)} h`;
  },
  csvValue: (value: number) => Number(value.toFixed(2)),
};

const percent = {
  text: (value: number) => `${value.toFixed(1)}%`,
  csvValue: (value: number) => Number(value.toFixed(1)),
};

/** The charts, in page order. */
export const plots: readonly Plot[] = [
  {
    key: 'revenue',
    title: 'Revenue, net of refunds',
    total: ({ netCents, purchasesCents, subscriptionsCents, refundedCents }) =>
      `${formatCents(netCents)}: ${formatCents(purchasesCents)} of purchases and ${formatCents(subscriptionsCents)} of memberships, minus ${formatCents(refundedCents)} refunded`,
    value: ({ netCents }) => netCents,
    ...money,
  },
  {
    key: 'refunds',
    title: 'Refunds and lost disputes',
    total: ({ refundedCents }) =>
      `${formatCents(refundedCents)}, counted on the day of the payment. A disputed payment counts here after the dispute is lost.`,
    value: ({ refundedCents }) => refundedCents,
    ...money,
  },
  {
    key: 'mrr',
    title: 'Monthly recurring revenue',
    total: ({ mrrCents, subscriptions }) =>
      `${formatCents(mrrCents)} a month before refunds, from ${countText(subscriptions, 'running subscription')}: paid, on trial or past due, each at its own price. Complimentary memberships are not counted.`,
    value: ({ mrrCents }) => mrrCents,
    ...money,
  },
  {
    key: 'churn',
    title: 'Churn',
    total: ({ ranBefore, ended }) =>
      ranBefore === 0
        ? 'No subscriptions were running at the start'
        : `${percent.text((ended / ranBefore) * 100)}: ${ended.toLocaleString('en-US')} of ${countText(ranBefore, 'subscription')} running at the start ended`,
    value: ({ ranBefore, ended }) => (ranBefore === 0 ? null : (ended / ranBefore) * 100),
    ...percent,
  },
  {
    key: 'registrations',
    title: 'Registrations',
    total: ({ registrations }) => registrations.toLocaleString('en-US'),
    value: ({ registrations }) => registrations,
    ...count,
  },
  {
    key: 'learners',
    title: 'Active learners',
    total: ({ activeLearners }) => `${activeLearners.toLocaleString('en-US')}, each counted once`,
    value: ({ activeLearners }) => activeLearners,
    ...count,
  },
  {
    key: 'kyc-wait',
    title: 'Time to a KYC decision',
    total: ({ medianWaitHours, decisions }) =>
      medianWaitHours === null
        ? 'No decisions'
        : `Median ${hours.text(medianWaitHours)}, ${countText(decisions, 'decision')}`,
    value: ({ medianWaitHours }) => medianWaitHours,
    ...hours,
  },
];

type Bar = { x: number; y: number; width: number; height: number };

/**
 * Lays out bars from left to right in a chart of the given size. The vertical axis reaches from the lowest to the
 * highest value, and always includes zero. Bars of negative values, for example if refunds exceed revenue, extend below
 * the zero line.
 * @returns null instead of a bar for each value of null or zero; `zeroY` is the position of the zero line
 */
export function layOutBars(
  values: readonly (number | null)[],
  size: { width: number; height: number },
): { bars: (Bar | null)[]; zeroY: number } {
  const known = values.filter((value) => value !== null);
  const highest = Math.max(0, ...known);
  const lowest = Math.min(0, ...known);
  const scale = highest === lowest ? 0 : size.height / (highest - lowest);
  const zeroY = scale === 0 ? size.height : highest * scale;
  const step = size.width / Math.max(1, values.length);
  const gap = Math.min(4, step * 0.2);
  return {
    zeroY,
    bars: values.map((value, index) =>
      value === null || value === 0
        ? null
        : {
            x: index * step + gap / 2,
            y: value > 0 ? zeroY - value * scale : zeroY,
            width: step - gap,
            height: Math.abs(value) * scale,
          },
    ),
  };
}

/** The period of a bar as text: a day, the first day of a week, or a month. */
export function bucketText(bucket: Report['bucket'], start: string): string {
  if (bucket === 'day') return formatDate(start);
  if (bucket === 'week') return `Week of ${formatDate(start)}`;
  return formatDate(start).replace(/^1 /, '');
}
