import { siteSettingsView } from '../../shared/settings.ts';
import { siteLogosView } from '../../shared/site-logos.ts';
import { legalTextInput, legalTextView, legalVersionsView } from '../../shared/site-texts/legal-texts.ts';
import { changedTextsView } from '../../shared/site-texts/site-texts.ts';
import { publicProcedure, router } from '../trpc/trpc.ts';
import { getLegalText, listLegalVersions } from './legal/legal-texts.operations.ts';
import { getLogos } from './logo/logo.operations.ts';
import { getPublicSettings } from './settings.operations.ts';
import { getChangedTexts } from './texts/texts.operations.ts';

export const settingsRouter = router({
  public: publicProcedure.output(siteSettingsView).query(({ ctx }) => getPublicSettings(ctx.deps)),

  logos: publicProcedure.output(siteLogosView).query(({ ctx }) => getLogos(ctx.deps)),

  legalText: publicProcedure
    .input(legalTextInput)
    .output(legalTextView)
    .query(({ ctx, input }) => getLegalText(ctx.deps, input.document)),

  legalVersions: publicProcedure
    .input(legalTextInput)
    .output(legalVersionsView)
    .query(({ ctx, input }) => listLegalVersions(ctx.deps, input.document)),

  texts: publicProcedure.output(changedTextsView).query(({ ctx }) => getChangedTexts(ctx.deps)),
});
