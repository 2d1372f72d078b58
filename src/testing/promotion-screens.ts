import type { Page } from 'playwright';
import type { AdminPromotionCode, PromotionRedemptions } from '../shared/payments/promotion-codes.ts';
import { promotionCodeError } from '../shared/payments/promotion-codes.ts';
import { failCalls, fulfillCalls } from './e2e/failing-calls.ts';
import { failing, loading, openDialog, press, type Shot } from './screen-list.ts';

// The screenshots of promotion codes for `screens.ts`, most of them with mocked responses.

const code: AdminPromotionCode = {
  id: '018f0000-0000-7000-8000-000000000001',
  code: 'SPRING20',
  percentOff: 20,
  amountOffCents: null,
  scope: { kind: 'everything' },
  expiresAt: '2099-04-01T00:00:00.000Z',
  maxRedemptions: 100,
  redemptions: 42,
  discountedCents: 16_758,
  isReady: true,
  endedAt: null,
  createdAt: '2026-03-01T10:00:00.000Z',
};

const items: AdminPromotionCode[] = [
  code,
  {
    ...code,
    id: '018f0000-0000-7000-8000-000000000002',
    code: 'A-RATHER-LONG-CODE-FOR-LOYAL-STUDENTS-26',
    percentOff: null,
    amountOffCents: 500,
    scope: { kind: 'product', productId: 4, title: 'Three-Bet Pots out of Position against Good Players' },
    expiresAt: null,
    maxRedemptions: null,
    redemptions: 0,
    discountedCents: 0,
    isReady: false,
  },
  {
    ...code,
    id: '018f0000-0000-7000-8000-000000000003',
    code: 'GOLD-WEEK',
    scope: { kind: 'plan', plan: 'gold' },
    maxRedemptions: 42,
  },
  {
    ...code,
    id: '018f0000-0000-7000-8000-000000000004',
    code: 'WINTER',
    scope: { kind: 'products' },
    redemptions: 1,
    discountedCents: 400,
    endedAt: '2026-03-20T10:00:00.000Z',
  },
];

const redemptions: PromotionRedemptions = {
  items: [
    {
      at: '2026-11-20T10:00:00.000Z',
      userId: '018f0000-0000-7000-8000-000000000009',
      email: 'maximiliana.wolfeschlegelsteinhausenbergerdorff@a-rather-long-domain.example.test',
      what: 'Three-Bet Pots out of Position against Good Players',
      paidCents: 1599,
      discountCents: 400,
    },
    {
      at: '2026-11-19T10:00:00.000Z',
      userId: null,
      email: null,
      what: 'Gold membership',
      paidCents: 400,
      discountCents: 100,
    },
  ],
  nextCursor: 'more',
};

const codesPath = '/admin?tab=purchases&view=codes';

async function withCodes(page: Page): Promise<void> {
  await fulfillCalls(page, 'admin.promotions.list', { items });
  await fulfillCalls(page, 'admin.promotions.redemptions', redemptions);
}

/** Mocks the response for a valid code. */
const withPreview = (discountCents: number, totalCents: number) => (page: Page) =>
  fulfillCalls(page, 'payments.checkPromotionCode', { code: 'SPRING20', discountCents, totalCents });

export const promotionVisitorShots: Shot[] = [
  { name: 'product-code-visitor', path: '/products/4', prepare: press(/^Have a code/) },
  { name: 'plans-code-visitor', path: '/subscription-plans', prepare: press(/^Have a code/) },
];

export const promotionApplicantShots: Shot[] = [
  {
    name: 'product-code-refused',
    path: '/products/4?code=AUTUMN',
    before: (page) =>
      failCalls(page, 'payments.checkPromotionCode', {
        status: 400,
        code: 'invalid_input',
        message: promotionCodeError,
      }),
  },
  { name: 'product-code', path: '/products/4?code=SPRING20', before: withPreview(200, 799) },
  { name: 'plans-code', path: '/subscription-plans?code=SPRING20&plan=gold', before: withPreview(100, 400) },
];

export const promotionAdminShots: Shot[] = [
  { name: 'admin-codes-empty', path: codesPath },
  loading('admin-codes', codesPath, /\/trpc\/[^?]*admin\.promotions\.list/),
  failing('admin-codes', codesPath, /\/trpc\/[^?]*admin\.promotions\.list/),
  { name: 'admin-codes', path: codesPath, before: withCodes },
  { name: 'admin-code-new', path: codesPath, prepare: openDialog(/^New code$/) },
  { name: 'admin-code-end', path: codesPath, before: withCodes, prepare: openDialog(/^End SPRING20$/) },
  {
    name: 'admin-code-redemptions',
    path: codesPath,
    before: withCodes,
    prepare: openDialog(/^Who used it: SPRING20$/),
  },
];
