import { asksForPart, ListPage } from './list-pages.ts';
import { bodyOf, queryOf, type RestRow } from './rest-row.ts';

/** The documented calls below /api/admin. */
export const adminRestRows: readonly RestRow[] = [
  {
    method: 'GET',
    path: '/api/admin/kyc/applications',
    procedure: 'admin.listApplications',
    call: async (c, input) =>
      asksForPart(input.query)
        ? new ListPage(await c.admin.applicationPage(queryOf(input)))
        : c.admin.listApplications(),
  },
  {
    method: 'PUT',
    path: '/api/admin/kyc/applications/:id/status',
    procedure: 'admin.setApplicationStatus',
    call: (c, input) => c.admin.setApplicationStatus(bodyOf(input, { id: input.params.id })),
  },
  {
    method: 'GET',
    path: '/api/admin/user/:id',
    procedure: 'admin.user',
    call: (c, input) => c.admin.user({ id: input.params.id ?? '' }),
  },
  {
    method: 'GET',
    path: '/api/admin/recent-users',
    procedure: 'admin.recentUsers',
    call: (c) => c.admin.recentUsers(),
  },
  {
    method: 'GET',
    path: '/api/admin/analytics',
    procedure: 'admin.analytics',
    call: (c) => c.admin.analytics(),
  },
  {
    method: 'GET',
    path: '/api/admin/purchases',
    procedure: 'admin.listPurchases',
    call: async (c, input) =>
      asksForPart(input.query)
        ? new ListPage(await c.admin.purchasePart(queryOf(input)))
        : c.admin.listPurchases(),
  },
  {
    method: 'GET',
    path: '/api/admin/products',
    procedure: 'admin.listProducts',
    call: (c) => c.admin.listProducts(),
  },
  {
    method: 'POST',
    path: '/api/admin/products',
    procedure: 'admin.createProduct',
    call: (c, input) => c.admin.createProduct(bodyOf(input)),
    status: 201,
  },
  {
    method: 'PUT',
    path: '/api/admin/products/:id',
    procedure: 'admin.updateProduct',
    call: (c, input) => c.admin.updateProduct(bodyOf(input, { id: input.params.id })),
  },
  {
    method: 'DELETE',
    path: '/api/admin/products/:id',
    procedure: 'admin.deleteProduct',
    call: async (c, input) => {
      await c.admin.deleteProduct({ id: input.params.id ?? '' });
    },
    status: 204,
  },
];
