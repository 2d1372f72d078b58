import { limits } from '../../../shared/limits.ts';
import { bodyOf, type DocumentedCall, exampleIds, queryOf, type RestCall } from './documented-call.ts';
import { hasQuery, ListPage } from './list-pages.ts';

const product = {
  type: 'pdf',
  productNumber: 41,
  title: 'River Bluffs',
  description: 'When to fire the third barrel.',
  difficulty: 'intermediate',
  price: 1999,
  isActive: true,
  isFree: false,
  filePath: null,
  videoUrl: null,
  content: null,
  estimatedDuration: null,
  prerequisites: null,
};
const fresh = 'Recent authentication is required: code `step_up_required`.';
const numbers =
  'Document numbers are masked as `•••• 4567`, unless the session authenticated within the last 15 minutes.';
const csv = ['text/csv'] as const;

/** Calls of admins, of Stripe's webhook, of unsubscribe links and of the API documentation. */
export const adminCalls: readonly (DocumentedCall | RestCall)[] = [
  {
    method: 'GET',
    path: '/api/admin/analytics',
    procedure: 'admin.dashboard.analytics',
    call: (c) => c.admin.dashboard.analytics(),
    tag: 'Administration',
    access: 'admin',
    summary: 'Get the dashboard figures',
  },
  {
    method: 'GET',
    path: '/api/admin/recent-users',
    procedure: 'admin.users.recent',
    call: (c) => c.admin.users.recent(),
    tag: 'Administration',
    access: 'admin',
    summary: 'List the newest accounts',
  },
  {
    method: 'GET',
    path: '/api/admin/user/:id',
    procedure: 'admin.users.withApplication',
    call: (c, input) => c.admin.users.withApplication({ id: input.params.id ?? '' }),
    tag: 'Administration',
    access: 'admin',
    summary: 'Get an account with its latest application',
    description: `${numbers} Each full number shown is recorded in the audit log.`,
    errors: { 404: 'The user does not exist.' },
    example: { path: { id: exampleIds.user } },
  },
  {
    method: 'GET',
    path: '/api/admin/kyc/applications',
    procedure: 'admin.kyc.all',
    call: async (c, input) =>
      hasQuery(input.query) ? new ListPage(await c.admin.kyc.page(queryOf(input))) : c.admin.kyc.all(),
    tag: 'Administration',
    access: 'admin',
    summary: 'List applications, each with its user',
    description: `${numbers} The document numbers of at most 100 users per call and 200 per hour are shown in full. Each page is recorded in the audit log.`,
    query: {
      status: 'Only applications with this status, without superseded ones.',
      q: 'Part of a name or an email.',
      sort: '`newest` or `oldest`: which comes first.',
    },
    example: { query: { userId: exampleIds.user } },
  },
  {
    method: 'PUT',
    path: '/api/admin/kyc/applications/:id/status',
    procedure: 'admin.kyc.setStatus',
    call: (c, input) => c.admin.kyc.setStatus(bodyOf(input, { id: input.params.id })),
    tag: 'Administration',
    access: 'admin',
    summary: 'Decide an application',
    description:
      '`adminNotes` are for the applicant, `internalNotes` for admins. With `seenStatus`, the decision fails if the application has another status by now; with `seenItems`, it fails if other items are requested by now.',
    errors: {
      403: `${fresh} Or the application is the admin’s own, and the academy has another admin: code \`forbidden\`.`,
      404: 'The application does not exist.',
      409: 'This change of status is not allowed, or another admin has already decided the application.',
    },
    example: {
      path: { id: exampleIds.application },
      body: { status: 'approved', adminNotes: 'Both sides are clear. Welcome.' },
    },
  },
  {
    method: 'GET',
    path: '/api/admin/purchases',
    procedure: 'admin.payments.allPurchases',
    call: async (c, input) =>
      hasQuery(input.query)
        ? new ListPage(await c.admin.payments.searchPurchases(queryOf(input)))
        : c.admin.payments.allPurchases(),
    tag: 'Administration',
    access: 'admin',
    summary: 'List the newest purchases',
    query: {
      status:
        '`all`, `pending`, `completed`, `failed`, `refunded` or `held`. `refunded` includes purchases that were refunded in full and kept their access: their own `status` is `completed`.',
      type: '`pdf` or `session`.',
      from: 'First day of the sale, in UTC.',
      to: 'Last day of the sale, in UTC.',
      userId: 'Only purchases of this user.',
      q: 'Words of the name, email or product, or the beginning of a Stripe id.',
      sort: '`newest` or `oldest`: which comes first.',
    },
  },
  {
    method: 'GET',
    path: '/api/admin/products',
    procedure: 'admin.products.list',
    call: async (c, { query }) => {
      const products = await c.admin.products.list();
      return hasQuery(query) ? products : products.slice(0, limits.listCap);
    },
    tag: 'Administration',
    access: 'admin',
    summary: 'List the products that are not archived',
    description: `Sorted by type and number. Without parameters, the list has at most ${limits.listCap} products; \`page\` leads to the others.`,
  },
  {
    method: 'POST',
    path: '/api/admin/products',
    procedure: 'admin.products.create',
    call: (c, input) => c.admin.products.create(bodyOf(input)),
    status: 201,
    tag: 'Administration',
    access: 'admin',
    summary: 'Create a product',
    description:
      'A `productNumber` that is taken or invalid is replaced by a free one. Also accepts `is_free`, `is_active` and `product_number`. With a `key`, a UUID of the caller’s choice, a repeated request returns the product that the first request created.',
    errors: {
      404: 'A file does not exist.',
      409: 'A file belongs to another product.',
      410: 'A file was not used in time and was erased.',
    },
    example: { body: product },
  },
  {
    method: 'PUT',
    path: '/api/admin/products/:id',
    procedure: 'admin.products.update',
    call: (c, input) => c.admin.products.update(bodyOf(input, { id: input.params.id })),
    tag: 'Administration',
    access: 'admin',
    summary: 'Update a product',
    description:
      'A field that the body leaves out keeps its value, except `type`, `title` and `price`, which are required. The type of a sold product cannot change. `null` clears a field, but keeps the product number; a number that is taken or invalid is replaced by a free one. Also accepts `is_free`, `is_active` and `product_number`.',
    errors: {
      403: `${fresh} This applies if the price or \`isFree\` changes, if the number of a session changes, or if a PDF becomes a session: the sessions with the lowest numbers are open to all.`,
      404: 'The product or a file does not exist.',
      409: 'A file belongs to another product, or the product was saved after `editedFrom`.',
      410: 'A file was not used in time and was erased.',
    },
    example: { path: { id: exampleIds.product }, body: { ...product, productNumber: 42, price: 2499 } },
  },
  {
    method: 'DELETE',
    path: '/api/admin/products/:id',
    procedure: 'admin.products.delete',
    call: async (c, input) => {
      await c.admin.products.delete({ id: input.params.id ?? '' });
    },
    status: 204,
    tag: 'Administration',
    access: 'admin',
    summary: 'Archive a product',
    description: 'Buyers keep their access. A product that nobody has started to buy is deleted.',
    errors: { 404: 'The product does not exist.' },
    example: { path: { id: exampleIds.product } },
  },
  {
    method: 'GET',
    path: '/api/admin/products/:productId/files/:versionId',
    tag: 'Administration',
    access: 'admin',
    summary: 'Download an earlier version of a product’s file',
    description: 'Every download is recorded.',
    errors: { 404: 'The product has no such version.', 410: 'The file is no longer stored.' },
    example: { path: { productId: exampleIds.product, versionId: exampleIds.fileVersion } },
    response: { status: 200, description: 'The PDF.', contentTypes: ['application/pdf'] },
  },
  {
    method: 'GET',
    path: '/api/admin/export-users',
    tag: 'Administration',
    access: 'admin',
    summary: 'Export all accounts as JSON',
    description:
      'Streamed, and recorded in the audit log. Starts with `totalUsers` and `totalKycApplications`.',
    errors: { 403: fresh },
    response: { status: 200, description: 'A JSON file.', contentTypes: ['application/json'] },
  },
  {
    method: 'GET',
    path: '/api/admin/export-users-csv',
    tag: 'Administration',
    access: 'admin',
    summary: 'Export all accounts as CSV',
    description: 'Streamed, and recorded in the audit log. Cells that start like a formula are escaped.',
    errors: { 403: fresh },
    response: { status: 200, description: 'UTF-8 with a byte order mark.', contentTypes: csv },
  },
  {
    method: 'GET',
    path: '/api/admin/export-user-list-csv',
    tag: 'Administration',
    access: 'admin',
    summary: 'Export the filtered list of users as CSV',
    description: 'With plan, spend, last visit and tags. Streamed, and recorded in the audit log.',
    errors: { 400: 'A filter is invalid.', 403: fresh },
    query: {
      q: 'Words of the name or email.',
      kyc: 'A status of the identity review, or not_submitted.',
      plan: 'free, silver, gold, diamond or custom.',
      role: 'user or admin.',
      account: 'active, suspended or leaving (scheduled for deletion).',
      tag: 'A tag, whatever its case.',
      from: 'First day of registration, in UTC.',
      to: 'Last day of registration, in UTC.',
      sort: 'newest, oldest, name, name_desc, seen, seen_asc, spent or spent_asc.',
    },
    example: { query: { plan: 'gold', sort: 'name' } },
    response: { status: 200, description: 'UTF-8 with a byte order mark.', contentTypes: csv },
  },
  {
    method: 'GET',
    path: '/api/admin/export-purchases-csv',
    tag: 'Administration',
    access: 'admin',
    summary: 'Export purchases as CSV',
    errors: { 400: 'A filter is invalid.', 403: fresh },
    query: {
      status: 'all, pending, completed, failed, refunded (in full, even if access was kept) or held.',
      type: 'pdf or session.',
      from: 'First day, in UTC.',
      to: 'Last day, in UTC.',
      userId: 'Only purchases of this user.',
      q: 'Words of the name, email, product or payment.',
    },
    example: { query: { status: 'completed', from: '2026-01-01' } },
    response: { status: 200, description: 'UTF-8 with a byte order mark.', contentTypes: csv },
  },
  {
    method: 'GET',
    path: '/api/admin/export-payments-csv',
    tag: 'Administration',
    access: 'admin',
    summary: 'Export purchases and membership payments as CSV',
    errors: { 400: 'A filter is invalid.', 403: fresh },
    query: {
      status:
        'all, pending, completed, failed, refunded (in full, even if access was kept), partial (partially refunded), disputed or held.',
      type: 'pdf, session or membership.',
      from: 'First day, in UTC.',
      to: 'Last day, in UTC.',
      userId: 'Only payments of this user.',
      q: 'Words of the name, email, product or payment.',
    },
    example: { query: { type: 'membership', from: '2026-01-01' } },
    response: {
      status: 200,
      description:
        'UTF-8 with a byte order mark. `countryAtRegistration` is the country that the buyer stated at registration, empty once the account is deleted. `lastRefundAt` is the time of the latest successful refund, in UTC.',
      contentTypes: csv,
    },
  },
  {
    method: 'GET',
    path: '/api/admin/export-audit-csv',
    tag: 'Administration',
    access: 'admin',
    summary: 'Export the audit log as CSV',
    errors: { 400: 'A filter is invalid.', 403: fresh },
    query: {
      action: 'The beginning of an action, such as `kyc.`',
      actorId: 'The user who acted.',
      subjectId: 'The resource that changed.',
      kind: 'What the entries are about, such as `identity` or `money`.',
      from: 'The first day, in UTC.',
      to: 'The last day, in UTC.',
    },
    example: { query: { action: 'kyc.' } },
    response: { status: 200, description: 'UTF-8 with a byte order mark.', contentTypes: csv },
  },
  {
    method: 'POST',
    path: '/api/stripe/webhook',
    tag: 'Service',
    access: 'anyone',
    summary: 'Receive a Stripe event',
    description:
      'The signature in the header `Stripe-Signature` covers the raw body. For event types that the academy does not use, the response is 200 as well.',
    errors: { 400: 'The signature or the payload is invalid.' },
    isSigned: true,
    response: { status: 200, description: 'The event is stored.', contentTypes: ['application/json'] },
  },
  ...(['GET', 'POST'] as const).map(
    (method): DocumentedCall => ({
      method,
      path: '/api/mail/unsubscribe',
      tag: 'Service',
      access: 'anyone',
      summary:
        method === 'GET'
          ? 'Confirm unsubscribing from a kind of email'
          : 'Unsubscribe from a kind of email (RFC 8058)',
      query: { token: 'The signed token of the link in the email.' },
      errors: { 404: 'The link is invalid.' },
      example: { query: { token: exampleIds.unsubscribeToken } },
      response: { status: 200, description: 'A page for people.', contentTypes: ['text/html'] },
    }),
  ),
  {
    method: 'GET',
    path: '/api/openapi.json',
    tag: 'Service',
    access: 'anyone',
    summary: 'This documentation as OpenAPI',
    response: {
      status: 200,
      description: 'OpenAPI 3.1.',
      contentTypes: ['application/json'],
      conditions: 'etag',
    },
  },
  {
    method: 'GET',
    path: '/api/docs',
    tag: 'Service',
    access: 'anyone',
    summary: 'This documentation as a page',
    response: { status: 200, description: 'A page.', contentTypes: ['text/html'] },
  },
];
