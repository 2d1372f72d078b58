import { beforeAll, describe, expect, it } from 'vitest';
import { type ConfirmationPoint, confirmationPoints, settingKeys } from '../../shared/settings.ts';
import { auditActions, auditEntries } from '../../testing/rows.ts';
import { setUpTestApp, type TestUser } from '../../testing/test-app.ts';

const test = setUpTestApp();
let admin: TestUser;
beforeAll(async () => {
  admin = await test.createUser({ role: 'admin', firstName: 'Olive', lastName: 'Owner' });
});

async function stateOf(point: string) {
  const points = await test.caller(admin).admin.settings.confirmationPoints();
  return points.find((known) => known.point === point);
}

describe('confirmation points', () => {
  it('each confirmation point is unconfirmed at first', async () => {
    const points = await test.caller(admin).admin.settings.confirmationPoints();
    expect(points.map(({ point }) => point)).toEqual([...confirmationPoints]);
    expect(points.every(({ confirmedAt }) => confirmedAt === null)).toBe(true);
  });

  it('twenty concurrent confirmations are recorded as one, with the admin’s name, and the confirmation can be withdrawn', async () => {
    const point = 'planPrices' as const;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        test.caller(admin).admin.settings.confirmPoint({ point, confirmed: true }),
      ),
    );
    expect(await stateOf(point)).toMatchObject({ confirmedByName: 'Olive Owner' });
    expect(await auditActions(test, { subject_id: point })).toEqual(['setting.confirmed']);
    await test.caller(admin).admin.settings.confirmPoint({ point, confirmed: false });
    expect(await stateOf(point)).toMatchObject({ confirmedAt: null });
  });

  it('an admin who saves the value of a setting confirms the setting', async () => {
    await test
      .caller(admin)
      .admin.settings.update([{ key: 'discordUrl', value: 'https://discord.gg/academy' }]);
    expect(await stateOf('discordUrl')).toMatchObject({ confirmedByName: 'Olive Owner' });
    const list = await test.caller(admin).admin.settings.list();
    expect(list.find(({ key }) => key === 'discordUrl')).toMatchObject({ updatedByName: 'Olive Owner' });
  });

  it('a setting that needs no confirmation cannot be confirmed', async () => {
    await expect(
      test.caller(admin).admin.settings.confirmPoint({ point: 'academyName', confirmed: true }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

/** The decisions that the academy must make, each with its confirmation points. */
const academyDecisions: Record<string, readonly ConfirmationPoint[]> = {
  links: ['watchDemoUrl', 'tutorialVideoUrl', 'desktopAppUrl', 'discordUrl', 'whatsappUrl', 'telegramUrl'],
  claims: [
    'claimMembers',
    'claimStudents',
    'claimSuccessRate',
    'claimSupport',
    'claimLiveSessions',
    'useRealNumbers',
  ],
  contact: ['supportEmail', 'supportPhone', 'answerHours'],
  'company and coaches': ['companyName', 'companyAddress', 'companyRegistration', 'coaches'],
  'governing law': ['salesTermsLaw', 'siteTermsLaw'],
  'privacy notice': ['privacyNotice'],
  'what requires a verified identity': ['kycGate'],
  retention: ['documentRetentionDays', 'unclaimedUploadHours'],
  'plan prices': ['planPrices'],
  'second factor for admins': ['requireAdminTwoFactor'],
  'password policy': ['passwordPolicy'],
  'whether students see their own identity documents': ['studentsSeeOwnPapers'],
  'identity review time': ['reviewHoursFrom', 'reviewHoursTo'],
  'minimum age': ['minimumAge'],
  'name on card statements': ['statementDescriptor'],
  'stamped PDFs': ['stampPdfs'],
  'own ranges': ['ownRangesFree', 'ownRangesSilver', 'ownRangesGold', 'ownRangesDiamond'],
  'links to hands': ['shareLinksFree', 'shareLinksSilver', 'shareLinksGold', 'shareLinksDiamond'],
  'stored hands': ['storedHandsFree', 'storedHandsSilver', 'storedHandsGold', 'storedHandsDiamond'],
  'questions to the coach': [
    'answerPromiseHours',
    'questionsFree',
    'questionsSilver',
    'questionsGold',
    'questionsDiamond',
    'welcomeQuestions',
    'showWaiting',
  ],
  drills: ['drillMinutes', 'desiredRetention'],
  'who sees the hand of the day': ['dailyIsPublic'],
  'verified email before buying': ['requireVerifiedEmailAtCheckout'],
};

describe('the box "To confirm"', () => {
  it.each(Object.entries(academyDecisions))('the box asks about %s', (_topic, points) => {
    expect(points.filter((point) => !confirmationPoints.includes(point))).toEqual([]);
  });

  it('the box contains every setting except the academy’s name and colors', () => {
    const without = settingKeys.filter((key) => !confirmationPoints.includes(key));
    expect(without).toEqual(['academyName', 'palette']);
  });
});

describe('real numbers', () => {
  it('the academy’s own counts replace claims about numbers; a claim whose count is zero or unknown is hidden', async () => {
    for (let person = 0; person < 3; person += 1) await test.createUser();
    await test.caller(admin).admin.settings.update([{ key: 'useRealNumbers', value: true }]);
    expect(await test.caller(null).settings.public()).toMatchObject({
      claimMembers: '3',
      // None of the three members has started a session.
      claimStudents: '',
      claimSuccessRate: '',
      claimLiveSessions: '',
      claimSupport: '24/7',
    });
    await test.caller(admin).admin.settings.update([{ key: 'useRealNumbers', value: false }]);
    expect(await test.caller(null).settings.public()).toMatchObject({ claimMembers: '15,000+' });
  });
});

describe('plan amounts', () => {
  const silver = { plan: 'silver', priceCents: 250, listPriceCents: 2_999 } as const;

  it('saved plan amounts change the plans page, and the audit log records old and new values', async () => {
    const confirmed = { ...admin, confirmedAt: test.deps.now().toISOString() };
    const after = await test.caller(confirmed).admin.subscriptions.savePlanAmounts([silver]);
    expect(after.map(({ plan }) => plan)).toEqual(['silver', 'gold', 'diamond']);
    const offers = await test.caller(null).payments.plans();
    expect(offers.find(({ plan }) => plan === 'silver')).toMatchObject({ priceCents: 250 });
    const [entry] = await auditEntries(test, { action: 'plan.amounts_changed' });
    expect(entry?.details).toEqual({
      before: { priceCents: 100, listPriceCents: 2_999 },
      after: { priceCents: 250, listPriceCents: 2_999 },
    });
  });

  it('saving a changed price confirms the prices; saving unchanged prices does not', async () => {
    await test.caller(admin).admin.settings.confirmPoint({ point: 'planPrices', confirmed: false });
    const confirmed = { ...admin, confirmedAt: test.deps.now().toISOString() };
    const { savePlanAmounts } = test.caller(confirmed).admin.subscriptions;
    await savePlanAmounts([silver]);
    expect(await stateOf('planPrices')).toMatchObject({ confirmedAt: null });
    await savePlanAmounts([{ ...silver, listPriceCents: 250 }]);
    expect(await stateOf('planPrices')).toMatchObject({ confirmedByName: 'Olive Owner' });
    await savePlanAmounts([silver]);
  });

  it('if another admin has changed one plan amount in the meantime, no amount is saved', async () => {
    const confirmed = { ...admin, confirmedAt: test.deps.now().toISOString() };
    const { subscriptions } = test.caller(confirmed).admin;
    // This price differs from the stored price, as if another admin had changed the price in the meantime.
    const before = { priceCents: 1, listPriceCents: 2_999 };
    const gold = { plan: 'gold', priceCents: 777, listPriceCents: 4_999 } as const;
    await expect(subscriptions.savePlanAmounts([{ ...silver, before }, gold])).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Silver'),
    });
    const plans = await subscriptions.planAmounts();
    expect(plans.find(({ plan }) => plan === 'gold')?.priceCents).not.toBe(777);
  });

  it('an amount that Stripe cannot charge is not saved', async () => {
    const confirmed = { ...admin, confirmedAt: test.deps.now().toISOString() };
    await expect(
      test.caller(confirmed).admin.subscriptions.savePlanAmounts([{ ...silver, priceCents: 49 }]),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
