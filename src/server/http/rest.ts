import type { FastifyInstance, FastifyRequest } from 'fastify';
import { safeNextPath } from '../../shared/next-path.ts';
import { matchesProductSearch, readProductSearch } from '../../shared/shop/product-search.ts';
import type { Deps } from '../deps.ts';
import { createCaller } from '../router.ts';
import { adminRestRows } from './admin-rest-rows.ts';
import { createContext } from './context.ts';
import { partOfList } from './list-pages.ts';
import { bodyOf, type RestInput, type RestRow } from './rest-row.ts';

/** The documented calls over the procedures that the screens use; `user-exports.ts` has two more. */
export const restRows: readonly RestRow[] = [
  { method: 'GET', path: '/api/user', procedure: 'auth.currentUser', call: (c) => c.auth.currentUser() },
  {
    method: 'POST',
    path: '/api/login',
    procedure: 'auth.login',
    call: (c, input) => c.auth.login(bodyOf(input)),
  },
  {
    method: 'POST',
    path: '/api/register',
    procedure: 'auth.register',
    call: (c, input) => c.auth.register(bodyOf(input)),
    status: 201,
  },
  { method: 'POST', path: '/api/logout', procedure: 'auth.logout', call: (c) => c.auth.logout() },
  {
    method: 'PUT',
    path: '/api/user/:id',
    procedure: 'profile.updateNames',
    call: (c, input) => c.profile.updateNames(bodyOf(input, { id: input.params.id })),
  },
  {
    method: 'POST',
    path: '/api/objects/upload',
    procedure: 'kyc.requestUpload',
    call: (c, input) => c.kyc.requestUpload(bodyOf(input)),
  },
  {
    method: 'PUT',
    path: '/api/kyc/document',
    procedure: 'kyc.secureDocument',
    call: (c, input) => c.kyc.secureDocument(bodyOf(input)),
  },
  {
    method: 'POST',
    path: '/api/kyc/application',
    procedure: 'kyc.submitApplication',
    call: (c, input) => c.kyc.submitApplication(bodyOf(input)),
    status: 201,
  },
  {
    method: 'GET',
    path: '/api/kyc/applications/user',
    procedure: 'kyc.myApplications',
    call: (c) => c.kyc.myApplications(),
  },
  {
    method: 'GET',
    path: '/api/products',
    procedure: 'shop.listProducts',
    call: async (c, { query }) => {
      const search = readProductSearch(query);
      return (await c.shop.listProducts()).filter((product) => matchesProductSearch(product, search));
    },
  },
  {
    method: 'GET',
    path: '/api/products/:id',
    procedure: 'shop.getProduct',
    call: (c, input) => c.shop.getProduct({ id: input.params.id ?? '' }),
  },
  {
    method: 'GET',
    path: '/api/coaching/sessions',
    procedure: 'learning.listSessions',
    call: (c) => c.learning.listSessions(),
  },
  // The same list under the shorter name.
  {
    method: 'GET',
    path: '/api/coaching',
    procedure: 'learning.listSessions',
    call: (c) => c.learning.listSessions(),
  },
  {
    method: 'GET',
    path: '/api/coaching/progress',
    procedure: 'learning.progress',
    call: (c) => c.learning.progress(),
  },
  {
    method: 'PUT',
    path: '/api/coaching/progress/:sessionId',
    procedure: 'learning.reportProgress',
    call: (c, input) => c.learning.reportProgress(bodyOf(input, { sessionId: input.params.sessionId })),
  },
  {
    method: 'GET',
    path: '/api/coaching-pdfs',
    procedure: 'learning.listPlans',
    call: (c) => c.learning.listPlans(),
  },
  {
    method: 'GET',
    path: '/api/goals',
    procedure: 'goals.list',
    call: (c, { query }) => c.goals.list({ from: query.from, to: query.to }),
  },
  {
    method: 'PUT',
    path: '/api/goals/:date',
    procedure: 'goals.save',
    call: (c, input) => c.goals.save(bodyOf(input, { date: input.params.date })),
  },
  {
    method: 'POST',
    path: '/api/create-purchase-session',
    procedure: 'payments.createPurchaseSession',
    call: (c, input) => c.payments.createPurchaseSession(bodyOf(input)),
  },
  {
    method: 'POST',
    path: '/api/complete-purchase',
    procedure: 'payments.completePurchase',
    call: (c, input) => c.payments.completePurchase(bodyOf(input)),
  },
  {
    method: 'POST',
    path: '/api/verify-subscription',
    procedure: 'payments.verifySubscription',
    call: (c, input) => c.payments.verifySubscription(bodyOf(input)),
  },
  {
    method: 'POST',
    path: '/api/create-subscription-session',
    procedure: 'payments.createSubscriptionSession',
    call: (c, input) => c.payments.createSubscriptionSession(bodyOf(input)),
  },
  {
    method: 'POST',
    path: '/api/subscription/change',
    procedure: 'payments.changePlan',
    call: (c, input) => c.payments.changePlan(bodyOf(input)),
  },
  {
    method: 'POST',
    path: '/api/subscription/cancel',
    procedure: 'payments.cancelSubscription',
    call: (c) => c.payments.cancelSubscription(),
  },
  {
    method: 'POST',
    path: '/api/subscription/resume',
    procedure: 'payments.resumeSubscription',
    call: (c) => c.payments.resumeSubscription(),
  },
  {
    method: 'POST',
    path: '/api/billing/portal',
    procedure: 'payments.billingPortal',
    call: (c) => c.payments.billingPortal(),
  },
  {
    method: 'GET',
    path: '/api/stripe/session/:sessionId',
    procedure: 'payments.checkoutSession',
    call: (c, input) => c.payments.checkoutSession({ sessionId: input.params.sessionId ?? '' }),
  },
  ...adminRestRows,
];

function gather(request: FastifyRequest): RestInput {
  const query: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
    // A repeated parameter arrives as an array: the first one counts.
    const first = Array.isArray(value) ? value[0] : value;
    query[name] = typeof first === 'string' ? first : undefined;
  }
  return { params: request.params as Record<string, string>, query, body: request.body };
}

export function registerRest(app: FastifyInstance, deps: Deps): void {
  for (const row of restRows) {
    app.route({
      method: row.method,
      url: row.path,
      handler: async (request, reply) => {
        const caller = createCaller(await createContext(deps, request));
        const input = gather(request);
        const { body, total } = partOfList(await row.call(caller, input), input.query);
        reply.header('cache-control', 'private, no-store');
        if (total !== undefined) reply.header('x-total-count', total);
        reply.status(row.status ?? 200);
        return row.status === 204 ? reply.send() : reply.send(body);
      },
    });
  }
  app.get('/api/login', async (request, reply) => {
    const { actor } = await createContext(deps, request);
    return reply.redirect(loginTarget(request, deps.appUrl(), actor !== null), 302);
  });
}

/** GET /api/login leads to the form, or straight on when signed in, and never off this site. */
function loginTarget(request: FastifyRequest, appUrl: string, signedIn: boolean): string {
  const asked = gather(request).query.next;
  const next = safeNextPath(asked) ?? refererPath(request.headers.referer, appUrl) ?? '/coaching';
  return signedIn ? next : `/auth?next=${encodeURIComponent(next)}`;
}

function refererPath(referer: string | undefined, appUrl: string): string | undefined {
  if (referer === undefined || !URL.canParse(referer)) return undefined;
  const url = new URL(referer);
  return url.origin === new URL(appUrl).origin && !url.pathname.startsWith('/auth')
    ? safeNextPath(url.pathname + url.search)
    : undefined;
}
