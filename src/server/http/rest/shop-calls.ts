import { goalLimits } from '../../../shared/learning/goal-limits.ts';
import { dailyBounds } from '../../../shared/practice/daily.ts';
import {
  matchesProductSearch,
  productSearchMaxLength,
  readProductSearch,
} from '../../../shared/shop/product-search.ts';
import { listProductsForVisitors } from '../../shop/shop.operations.ts';
import { bodyOf, type DocumentedCall, exampleIds, type RestCall } from './documented-call.ts';

const noCheckout = 'The user has no such checkout session.';
const needsIdentity =
  'The user must first verify their identity (code `identity_required`) or their email (code `email_unverified`).';
const returns =
  'Safe to repeat: an open checkout session is returned again. After the payment, the browser returns to the academy with the id of the checkout session as `session_id`.';
const noMembership = 'There is no membership, or another change of it is in progress.';
const tooMany = 'The user made too many payment calls within a short time.';
const paymentsDown =
  'Returns 503 with the code `payments_unavailable` while the payment provider cannot be reached.';

const streamed = { status: 200, conditions: 'etag and range' } as const;

export const shopCalls: readonly (DocumentedCall | RestCall)[] = [
  {
    method: 'GET',
    path: '/api/products',
    procedure: 'shop.listProducts',
    forVisitors: listProductsForVisitors,
    call: async (c, { query }) => {
      const search = readProductSearch(query);
      return (await c.shop.listProducts()).filter((product) => matchesProductSearch(product, search));
    },
    tag: 'Products',
    access: 'anyone',
    summary: 'List products',
    description:
      'The cheapest product comes first. `owned` and `filePath` depend on the user. Visitors own nothing and see no files. Unknown values of `type`, `difficulty` and `owned` are ignored. Without parameters, the response contains all products.',
    query: {
      q: `Words of the title, description, type or difficulty. A text of more than ${productSearchMaxLength} characters is ignored.`,
      type: '`pdf` or `session`.',
      difficulty: '`beginner`, `intermediate`, `advanced` or `expert`.',
      owned: '`no` omits products that the user owns.',
    },
  },
  {
    method: 'GET',
    path: '/api/products/:id',
    procedure: 'shop.getProduct',
    call: (c, input) => c.shop.getProduct({ id: input.params.id ?? '' }),
    tag: 'Products',
    access: 'anyone',
    summary: 'Get a product',
    errors: { 404: 'The product does not exist or is not for sale.' },
    example: { path: { id: exampleIds.product } },
  },
  {
    method: 'GET',
    path: '/api/products/:id/preview',
    tag: 'Files',
    access: 'anyone',
    summary: 'Get a picture of one page of a product’s PDF',
    errors: {
      404: 'The product does not exist, is not for sale, or has no picture; a PDF of one or two pages has none.',
    },
    example: { path: { id: exampleIds.product } },
    response: { status: 200, description: 'The picture.', contentTypes: ['image/webp'] },
  },
  {
    method: 'GET',
    path: '/api/reading/:kind/:id/first-page',
    tag: 'Files',
    access: 'signed-in',
    summary: 'Get a picture of the first page of a PDF',
    description:
      'For the kind `product`, `id` is the product’s id; for the kind `plan`, it is the number of the coaching plan. The user must be allowed to download the PDF.',
    errors: {
      403: 'The product must be bought, or the coaching plan requires a higher membership.',
      404: 'The PDF does not exist, or its first page cannot be rendered.',
    },
    example: { path: { kind: 'product', id: exampleIds.product } },
    response: { status: 200, description: 'The picture.', contentTypes: ['image/webp'] },
  },
  {
    method: 'GET',
    path: '/api/daily',
    procedure: 'daily.get',
    call: (c, { query }) => c.daily.get({ day: query.day }),
    tag: 'Learning',
    access: 'anyone',
    summary: 'Get the hand of the day',
    description:
      'The hand of the day up to the decision; by default today’s. `answer` is null until the user (or, for visitors, the browser) has answered on the page, or the day has ended.',
    errors: {
      401: 'The academy shows the hand of the day only to its users.',
      403: `Only members see hands that are more than ${dailyBounds.openArchiveDays} days old.`,
      404: 'The day has no hand, or is in the future.',
    },
  },
  {
    method: 'GET',
    path: '/api/daily/:day/picture',
    tag: 'Learning',
    access: 'anyone',
    summary: 'Get the picture of a hand of the day',
    description: 'For link previews. The picture does not show the answer.',
    errors: {
      404: `The day has no hand, is in the future or more than ${dailyBounds.openArchiveDays} days ago, or the academy shows hands of the day only to its users.`,
    },
    example: { path: { day: exampleIds.day } },
    response: {
      status: 200,
      description: 'The picture.',
      contentTypes: ['image/png'],
      conditions: 'etag',
    },
  },
  {
    method: 'GET',
    path: '/api/pictures/:id',
    tag: 'Files',
    access: 'anyone',
    summary: 'Get a picture of a product',
    description: 'The picture with an id never changes.',
    errors: { 404: 'There is no such picture.' },
    example: { path: { id: exampleIds.picture } },
    response: { status: 200, description: 'The picture.', contentTypes: ['image/webp'] },
  },
  {
    method: 'GET',
    path: '/api/products/:id/download',
    tag: 'Files',
    access: 'signed-in',
    summary: 'Download a product’s PDF',
    errors: {
      403: 'The user does not own the product.',
      404: 'The product does not exist or has no file.',
    },
    example: { path: { id: exampleIds.product } },
    response: { description: 'The PDF.', contentTypes: ['application/pdf'], ...streamed },
  },
  ...(['/api/coaching/sessions', '/api/coaching'] as const).map(
    (path): RestCall => ({
      method: 'GET',
      path,
      procedure: 'learning.listSessions',
      call: (c) => c.learning.listSessions(),
      tag: 'Learning',
      access: 'signed-in',
      summary: path === '/api/coaching' ? 'List the coaching sessions (alias)' : 'List the coaching sessions',
      description:
        'Text and video are included for sessions that the user may open. Without parameters, the response contains all sessions.',
    }),
  ),
  ...(['video', 'captions'] as const).map(
    (part): DocumentedCall => ({
      method: 'GET',
      path: `/api/coaching/sessions/:id/${part}`,
      tag: 'Files',
      access: 'signed-in',
      summary: part === 'video' ? 'Stream a session’s video' : 'Get a session’s captions',
      errors: {
        403: 'The user does not own the session.',
        404: 'The session does not exist or has no such file.',
      },
      example: { path: { id: exampleIds.session } },
      response:
        part === 'video'
          ? { description: 'The video.', contentTypes: ['video/mp4', 'video/webm'], ...streamed }
          : { description: 'The captions.', contentTypes: ['text/vtt'], ...streamed },
    }),
  ),
  {
    method: 'GET',
    path: '/api/coaching/progress',
    procedure: 'learning.progress',
    call: (c) => c.learning.progress(),
    tag: 'Learning',
    access: 'signed-in',
    summary: 'List your progress',
    description: 'Sessions without an entry were not started.',
  },
  {
    method: 'PUT',
    path: '/api/coaching/progress/:sessionId',
    procedure: 'learning.reportProgress',
    call: (c, input) => c.learning.reportProgress(bodyOf(input, { sessionId: input.params.sessionId })),
    tag: 'Learning',
    access: 'signed-in',
    summary: 'Report progress in a session',
    description:
      'An omitted field does not change. Seconds in `addSeconds` that exceed the time since the last report are not counted.',
    errors: { 403: 'The user may not open the session.', 404: 'The session does not exist.' },
    example: {
      path: { sessionId: exampleIds.session },
      body: { position: 312, addSeconds: 30, status: 'in_progress', rating: 5 },
    },
  },
  {
    method: 'GET',
    path: '/api/coaching-pdfs',
    procedure: 'learning.listPlans',
    call: (c) => c.learning.listPlans(),
    tag: 'Learning',
    access: 'signed-in',
    summary: 'List the coaching plans',
    description:
      'Each coaching plan states the membership tier that it requires, and whether the user’s tier includes it.',
  },
  {
    method: 'GET',
    path: '/api/coaching-pdfs/:number/download',
    tag: 'Files',
    access: 'signed-in',
    summary: 'Download a coaching plan',
    errors: {
      403: 'The user’s membership does not include the coaching plan.',
      404: 'The coaching plan does not exist or has no file yet.',
    },
    example: { path: { number: exampleIds.plan } },
    response: { description: 'The PDF.', contentTypes: ['application/pdf'], ...streamed },
  },
  {
    method: 'GET',
    path: '/api/goals',
    procedure: 'goals.list',
    call: (c, { query }) => c.goals.list({ from: query.from, to: query.to }),
    tag: 'Goals',
    access: 'signed-in',
    summary: 'List goal entries',
    description: `Earliest first, of at most ${goalLimits.rangeDays} days. By default, the entries of the last thirty days in the user’s time zone. With only \`to\`, the range is the thirty days that end on that day; with only \`from\`, the ${goalLimits.rangeDays} days that begin on that day, including future ones.`,
    example: { query: { from: '2026-11-01', to: '2026-11-30' } },
  },
  {
    method: 'PUT',
    path: '/api/goals/:date',
    procedure: 'goals.save',
    call: (c, input) => c.goals.save(bodyOf(input, { date: input.params.date })),
    tag: 'Goals',
    access: 'signed-in',
    summary: 'Save a goal entry',
    description: `The day is at earliest 2000-01-01, and at most ${goalLimits.daysAhead} days in the future. An omitted field does not change, and \`null\` clears a field. A cleared \`studyTimeGoal\` becomes 0 if an earlier day has a goal, which would otherwise apply again. \`winLoss\` is signed US cents.`,
    example: {
      path: { date: '2026-11-20' },
      body: { studyTimeGoal: 60, handsPlayed: 420, winLoss: -1250, mood: 4, notes: 'Folded the river well.' },
    },
  },
  {
    method: 'POST',
    path: '/api/create-purchase-session',
    procedure: 'payments.createPurchaseSession',
    call: (c, input) => c.payments.createPurchaseSession(bodyOf(input)),
    tag: 'Payments',
    access: 'signed-in',
    summary: 'Create a checkout session for a product',
    description: `Send the browser to \`url\`. ${returns} \`productName\` is ignored. The amount must be the product’s price, even with a \`promotionCode\`. Returns 400 if the product is free or not for sale. For any promotion code that cannot be used, it returns 400 with \`promotionCode\` in \`fields\`. ${paymentsDown}`,
    errors: {
      403: needsIdentity,
      404: 'The product does not exist.',
      409: 'The user already owns the product: code `already_owned`. A payment for it is being processed, or a purchase of it is on hold: code `conflict`. Or its price has changed: code `price_changed`, with the current price as `currentCents` in `fields`.',
      429: tooMany,
    },
    example: {
      body: {
        productType: 'pdf',
        productId: String(exampleIds.product),
        productName: 'River Bluffs',
        amount: 1999,
      },
    },
  },
  {
    method: 'POST',
    path: '/api/complete-purchase',
    procedure: 'payments.completePurchase',
    call: (c, input) => c.payments.completePurchase(bodyOf(input)),
    tag: 'Payments',
    access: 'signed-in',
    summary: 'Complete a purchase after payment',
    description: `Reads the state from the payment provider. Safe to repeat. \`success\` is true once the user owns the product. Otherwise \`status\` is the reason: \`open\` (not paid yet), \`processing\` (the money has not arrived), \`expired\`, \`failed\`, \`held\` (paid, but an admin must check it), \`refunded\`, or \`not_a_purchase\` (the checkout session is for a membership). ${paymentsDown}`,
    errors: { 404: noCheckout, 429: tooMany },
    example: { body: { sessionId: exampleIds.checkoutSession } },
  },
  {
    method: 'GET',
    path: '/api/stripe/session/:sessionId',
    procedure: 'payments.checkoutSession',
    call: (c, input) => c.payments.checkoutSession({ sessionId: input.params.sessionId ?? '' }),
    tag: 'Payments',
    access: 'signed-in',
    summary: 'Get a checkout session',
    description: 'For its buyer and for admins.',
    errors: { 404: noCheckout },
    example: { path: { sessionId: exampleIds.checkoutSession } },
  },
  {
    method: 'POST',
    path: '/api/create-subscription-session',
    procedure: 'payments.createSubscriptionSession',
    call: (c, input) => c.payments.createSubscriptionSession(bodyOf(input)),
    tag: 'Subscriptions',
    access: 'signed-in',
    summary: 'Create a checkout session for a membership',
    description: `Send the browser to \`url\`. ${returns} A \`promotionCode\` applies to the first payment only. ${paymentsDown}`,
    errors: {
      403: needsIdentity,
      409: 'The user already has a membership, which the user can change instead, or a payment for a membership is being processed.',
      429: tooMany,
    },
    example: { body: { plan: 'silver' } },
  },
  {
    method: 'POST',
    path: '/api/verify-subscription',
    procedure: 'payments.verifySubscription',
    call: (c, input) => c.payments.verifySubscription(bodyOf(input)),
    tag: 'Subscriptions',
    access: 'signed-in',
    summary: 'Complete a membership after payment',
    description: `Reads the state from the payment provider. Safe to repeat. \`status\` is \`active\`, \`processing\` (the money has not arrived) or, in any other case, \`unpaid\`: also if the membership has ended, or the checkout session is for a product. ${paymentsDown}`,
    errors: { 404: noCheckout, 429: tooMany },
    example: { body: { sessionId: exampleIds.planCheckoutSession } },
  },
  {
    method: 'POST',
    path: '/api/subscription/change',
    procedure: 'payments.changePlan',
    call: (c, input) => c.payments.changePlan(bodyOf(input)),
    tag: 'Subscriptions',
    access: 'signed-in',
    summary: 'Change the membership tier',
    description: `An upgrade starts and is charged immediately. A downgrade takes effect with the next month. \`expectedTodayCents\` is what is charged now: 0 for a downgrade and for an upgrade that costs less than $0.50. \`expectedThenCents\` is the price a month from the next renewal on; it is optional. If an actual amount differs, nothing is charged or changed. An upgrade is charged once: if its response is lost, repeat the request; 409 with the code \`conflict\` and the requested tier as \`subscriptionPlan\` of \`GET /api/user\` mean that it succeeded. ${paymentsDown}`,
    errors: {
      402: 'The card was declined.',
      403: `For an upgrade: ${needsIdentity}`,
      409: 'There is no membership, it already has this tier, or it cannot be changed at the moment: code `conflict`. Or an amount differs: code `price_changed`, with the right amount in `fields`, as `currentCents` instead of `expectedTodayCents`, or as `currentThenCents` instead of `expectedThenCents`.',
      429: tooMany,
    },
    example: { body: { plan: 'diamond', expectedTodayCents: 900, expectedThenCents: 1000 } },
  },
  {
    method: 'POST',
    path: '/api/subscription/cancel',
    procedure: 'payments.cancelSubscription',
    call: (c) => c.payments.cancelSubscription(),
    tag: 'Subscriptions',
    access: 'signed-in',
    summary: 'Cancel the membership at the end of the paid month',
    description: `Safe to repeat. ${paymentsDown}`,
    errors: { 409: noMembership, 429: tooMany },
  },
  {
    method: 'POST',
    path: '/api/subscription/resume',
    procedure: 'payments.resumeSubscription',
    call: (c) => c.payments.resumeSubscription(),
    tag: 'Subscriptions',
    access: 'signed-in',
    summary: 'Undo a scheduled cancellation or downgrade',
    description: `Safe to repeat. ${paymentsDown}`,
    errors: { 409: noMembership, 429: tooMany },
  },
  {
    method: 'POST',
    path: '/api/billing/portal',
    procedure: 'payments.billingPortal',
    call: (c) => c.payments.billingPortal(),
    tag: 'Subscriptions',
    access: 'signed-in',
    summary: 'Create a billing portal session',
    description: paymentsDown,
    errors: { 409: 'The user has no customer account at the payment provider yet.', 429: tooMany },
  },
  {
    method: 'GET',
    path: '/api/privacy/exports/:id',
    tag: 'Files',
    access: 'signed-in',
    summary: 'Download your data',
    errors: {
      403: 'Recent authentication is required: code `step_up_required`.',
      404: 'The user has no such export.',
      410: 'The export was deleted.',
      429: 'The user is receiving too many files at the same time.',
    },
    example: { path: { id: exampleIds.dataExport } },
    response: { status: 200, description: 'A ZIP archive.', contentTypes: ['application/zip'] },
  },
];
