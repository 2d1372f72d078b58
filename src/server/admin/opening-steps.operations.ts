import type { OpeningStep, OpeningStepState } from '../../shared/admin/overview.ts';
import type { ConfirmationPoint } from '../../shared/settings.ts';
import { siteSettingsDefaults } from '../../shared/site-settings.ts';
import type { AdminActor } from '../actor.ts';
import { isTestKey } from '../config/environment.ts';
import type { Deps } from '../deps.ts';
import { listCoachingPlanSlots } from '../learning/coaching-plan-slots.operations.ts';
import { listConfirmationPoints } from '../settings/confirmations.operations.ts';
import { getLogos } from '../settings/logo/logo.operations.ts';
import { getSettings } from '../settings/settings.operations.ts';
import { findFirstSteps } from './opening-steps.queries.ts';

const concernsStudents: ReadonlySet<OpeningStep> = new Set([
  'email',
  'company',
  'claims',
  'prices',
  'coachingPlans',
  'legal',
]);

/**
 * The steps before the academy opens. The configuration and the database show which steps are done. The academy is open
 * once Stripe is in live mode and a payment was received.
 * @returns all steps; once the academy is open, only the steps that affect what students get or see
 */
export async function listOpeningSteps(deps: Deps, actor: AdminActor): Promise<OpeningStepState[]> {
  const [points, first, settings, logos, plans] = await Promise.all([
    listConfirmationPoints(deps, actor),
    findFirstSteps(deps.db),
    getSettings(deps),
    getLogos(deps),
    listCoachingPlanSlots(deps, actor),
  ]);
  const { stripe } = deps.config;
  const isLive = stripe !== undefined && !isTestKey(stripe.secretKey);
  const { academyName, companyName, companyAddress, useRealNumbers } = settings;
  const isConfirmed = (...wanted: ConfirmationPoint[]) =>
    wanted.every((name) => points.some(({ point, confirmedAt }) => point === name && confirmedAt !== null));
  const missing = plans.filter(({ filePath }) => filePath === null).length;
  const steps: OpeningStepState[] = [
    { step: 'payments', done: isLive },
    { step: 'email', done: deps.config.mail.smtpUrl !== undefined },
    {
      step: 'name',
      done: academyName !== siteSettingsDefaults.academyName || Object.keys(logos).length > 0,
    },
    {
      step: 'company',
      done: companyName !== '' && companyAddress !== '' && isConfirmed('companyName', 'companyAddress'),
    },
    // With `useRealNumbers`, all claims except the one about support are hidden or replaced by real numbers.
    {
      step: 'claims',
      done:
        isConfirmed('claimSupport') &&
        (useRealNumbers ||
          isConfirmed('claimMembers', 'claimStudents', 'claimSuccessRate', 'claimLiveSessions')),
    },
    { step: 'prices', done: isConfirmed('planPrices') },
    { step: 'product', done: first.hasProduct },
    { step: 'coachingPlans', done: missing === 0, missing },
    { step: 'legal', done: isConfirmed('salesTermsLaw', 'siteTermsLaw', 'privacyNotice') },
    { step: 'studentView', done: first.hasImpersonation },
  ];
  return isLive && first.hasSale ? steps.filter(({ step }) => concernsStudents.has(step)) : steps;
}
