import { z } from 'zod';
import {
  adminSettingView,
  confirmationPointView,
  confirmPointInput,
  updateSettingsInput,
} from '../../shared/settings.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { confirmPoint, listConfirmationPoints } from './confirmations.operations.ts';
import { listSettingsForAdmin, saveSettings } from './settings.operations.ts';

export const settingsAdminRouter = router({
  list: adminProcedure
    .output(z.array(adminSettingView))
    .query(({ ctx }) => listSettingsForAdmin(ctx.deps, ctx.actor)),

  update: adminProcedure
    .input(updateSettingsInput)
    .output(z.array(adminSettingView))
    .mutation(({ ctx, input }) => saveSettings(ctx.deps, ctx.actor, input, ctx.metadata)),

  confirmationPoints: adminProcedure
    .output(z.array(confirmationPointView))
    .query(({ ctx }) => listConfirmationPoints(ctx.deps, ctx.actor)),

  confirmPoint: adminProcedure
    .input(confirmPointInput)
    .output(z.array(confirmationPointView))
    .mutation(({ ctx, input }) => confirmPoint(ctx.deps, ctx.actor, input, ctx.metadata)),
});
