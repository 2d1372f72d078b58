import { siteSettingsView } from '../../shared/settings.ts';
import { publicProcedure, router } from '../trpc/trpc.ts';
import { getPublicSettings } from './settings.operations.ts';

export const settingsRouter = router({
  public: publicProcedure.output(siteSettingsView).query(({ ctx }) => getPublicSettings(ctx.deps)),
});
