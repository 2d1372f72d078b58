import { z } from 'zod';
import { adminUserView, analyticsView, recentUserView } from '../../../shared/admin/admin.ts';
import { currentUserView } from '../../../shared/auth/accounts.ts';
import { errorCodes } from '../../../shared/error-codes.ts';
import {
  adminKycApplicationView,
  kycApplicationView,
  kycEventView,
  ownKycApplicationView,
  securedDocumentView,
  uploadGrantView,
} from '../../../shared/kyc/kyc.ts';
import { goalDayView } from '../../../shared/learning/goals.ts';
import { coachingSessionView, progressEntryView } from '../../../shared/learning/learning.ts';
import { hostedPageView, subscriptionChangedView } from '../../../shared/payments/billing.ts';
import {
  adminPurchaseView,
  checkoutSessionView,
  completedPurchaseView,
  purchaseSessionView,
  verifiedSubscriptionView,
} from '../../../shared/payments/payments.ts';
import { coachingPdfView } from '../../../shared/shop/coaching-pdfs.ts';
import { adminProductView, productDetailView, productView } from '../../../shared/shop/products.ts';

/** The body of every error. */
export const errorBodyView = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});

/** Schemas that the OpenAPI document defines once, under these names, and refers to everywhere else. */
const namedSchemas = {
  Error: errorBodyView,
  CurrentUser: currentUserView,
  UploadGrant: uploadGrantView,
  SecuredDocument: securedDocumentView,
  KycApplication: kycApplicationView,
  OwnKycApplication: ownKycApplicationView,
  Product: productView,
  ProductDetail: productDetailView,
  CoachingSession: coachingSessionView,
  ProgressEntry: progressEntryView,
  CoachingPlan: coachingPdfView,
  GoalDay: goalDayView,
  PurchaseSession: purchaseSessionView,
  CompletedPurchase: completedPurchaseView,
  CheckoutSession: checkoutSessionView,
  VerifiedSubscription: verifiedSubscriptionView,
  SubscriptionChanged: subscriptionChangedView,
  HostedPage: hostedPageView,
  Analytics: analyticsView,
  RecentUser: recentUserView,
  AdminUser: adminUserView,
  AdminKycApplication: adminKycApplicationView,
  KycEvent: kycEventView,
  AdminPurchase: adminPurchaseView,
  AdminProduct: adminProductView,
} as const;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });

export type JsonSchema = z.core.JSONSchema.JSONSchema;
export type MediaTypes = Record<string, { schema: JsonSchema; example?: unknown }>;
export type ResponseObject = { description: string; content?: MediaTypes; headers?: Record<string, unknown> };

/** A schema in the form of OpenAPI 3.1, and the named schemas that it refers to. */
export function toDocumentSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
): { schema: JsonSchema; definitions: Record<string, JsonSchema> } {
  const { $schema: _dialect, $defs = {}, ...rest } = z.toJSONSchema(schema, { io, metadata: registry });
  return { schema: withComponentRefs(rest), definitions: withComponentRefs($defs) };
}

/** Changes references, so that they name the components of the OpenAPI document. */
function withComponentRefs<Value>(value: Value): Value {
  const text = JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as Value;
}
