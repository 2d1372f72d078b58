import { z } from 'zod';
import { adminUserView, recentUserView, userIdInput } from '../../shared/admin/admin.ts';
import {
  addNoteInput,
  deleteUserInput,
  editUserInput,
  grantableProductView,
  grantProductInput,
  noteIdInput,
  revokeProductInput,
  setRoleInput,
  suspendInput,
  unsuspendInput,
  userListInput,
  userListView,
  userNoteView,
  userPageView,
  withdrawDeletionInput,
} from '../../shared/admin/admin-users.ts';
import {
  addTagInput,
  bulkDoneView,
  emailNoticeInput,
  peopleInput,
  peoplePreviewView,
  removeTagInput,
  tagListView,
} from '../../shared/admin/bulk-users.ts';
import { userHistoryInput, userHistoryView } from '../../shared/admin/user-history.ts';
import { resendVerificationTo } from '../auth/email-verification.operations.ts';
import { sendResetLinkTo } from '../auth/password-reset.operations.ts';
import { endAllSessionsOf } from '../auth/signed-in-devices.operations.ts';
import { resetTwoFactor } from '../auth/two-factor.operations.ts';
import {
  grantProduct,
  listGrantableProducts,
  revokeProduct,
} from '../payments/grants/product-grants.operations.ts';
import { adminProcedure, done, doneView, router } from '../trpc/trpc.ts';
import { deleteUser, withdrawUserDeletion } from './account-closing.operations.ts';
import { editUser } from './account-editing.operations.ts';
import { addNote, removeNote, setRole, suspendUser, unsuspendUser } from './accounts.operations.ts';
import { getUser, listRecentUsers } from './admin.operations.ts';
import { emailNotice, previewPeople } from './bulk-users.operations.ts';
import { getUserHistory } from './user-history.operations.ts';
import { addTag, listTags, removeTag } from './user-tags.operations.ts';
import { getUserPage, listUsers } from './users.operations.ts';

export const usersAdminRouter = router({
  list: adminProcedure
    .input(userListInput)
    .output(userListView)
    .query(({ ctx, input }) => listUsers(ctx.deps, ctx.actor, input)),

  get: adminProcedure
    .input(userIdInput)
    .output(userPageView)
    .query(({ ctx, input }) => getUserPage(ctx.deps, ctx.actor, input.id)),

  history: adminProcedure
    .input(userHistoryInput)
    .output(userHistoryView)
    .query(({ ctx, input }) => getUserHistory(ctx.deps, ctx.actor, input)),

  tags: adminProcedure.output(tagListView).query(({ ctx }) => listTags(ctx.deps, ctx.actor)),

  addTag: adminProcedure
    .input(addTagInput)
    .output(bulkDoneView)
    .mutation(({ ctx, input }) => addTag(ctx.deps, ctx.actor, input, ctx.metadata)),

  removeTag: adminProcedure
    .input(removeTagInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(removeTag(ctx.deps, ctx.actor, input, ctx.metadata))),

  // A mutation only because the ids of many users do not fit into a URL.
  preview: adminProcedure
    .input(peopleInput)
    .output(peoplePreviewView)
    .mutation(({ ctx, input }) => previewPeople(ctx.deps, ctx.actor, input)),

  emailNotice: adminProcedure
    .input(emailNoticeInput)
    .output(bulkDoneView)
    .mutation(({ ctx, input }) => emailNotice(ctx.deps, ctx.actor, input, ctx.metadata)),

  edit: adminProcedure
    .input(editUserInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(editUser(ctx.deps, ctx.actor, input, ctx.metadata))),

  sendResetLink: adminProcedure
    .input(userIdInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(sendResetLinkTo(ctx.deps, ctx.actor, input.id, ctx.metadata))),

  delete: adminProcedure
    .input(deleteUserInput)
    .output(z.object({ dueAt: z.string() }))
    .mutation(({ ctx, input }) => deleteUser(ctx.deps, ctx.actor, input, ctx.metadata)),

  withdrawDeletion: adminProcedure
    .input(withdrawDeletionInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(withdrawUserDeletion(ctx.deps, ctx.actor, input, ctx.metadata))),

  setRole: adminProcedure
    .input(setRoleInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(setRole(ctx.deps, ctx.actor, input, ctx.metadata))),

  suspend: adminProcedure
    .input(suspendInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(suspendUser(ctx.deps, ctx.actor, input, ctx.metadata))),

  unsuspend: adminProcedure
    .input(unsuspendInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(unsuspendUser(ctx.deps, ctx.actor, input, ctx.metadata))),

  signOutEverywhere: adminProcedure
    .input(userIdInput)
    .output(z.object({ ended: z.int() }))
    .mutation(async ({ ctx, input }) => ({
      ended: await endAllSessionsOf(ctx.deps, ctx.actor, input.id, ctx.metadata),
    })),

  resendVerification: adminProcedure
    .input(userIdInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(resendVerificationTo(ctx.deps, ctx.actor, input.id, ctx.metadata))),

  resetTwoFactor: adminProcedure
    .input(userIdInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(resetTwoFactor(ctx.deps, ctx.actor, input.id, ctx.metadata))),

  addNote: adminProcedure
    .input(addNoteInput)
    .output(z.array(userNoteView))
    .mutation(({ ctx, input }) => addNote(ctx.deps, ctx.actor, input, ctx.metadata)),

  removeNote: adminProcedure
    .input(noteIdInput)
    .output(z.array(userNoteView))
    .mutation(({ ctx, input }) => removeNote(ctx.deps, ctx.actor, input.noteId, ctx.metadata)),

  grantableProducts: adminProcedure
    .input(userIdInput)
    .output(z.array(grantableProductView))
    .query(({ ctx, input }) => listGrantableProducts(ctx.deps, ctx.actor, input.id)),

  grantProduct: adminProcedure
    .input(grantProductInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(grantProduct(ctx.deps, ctx.actor, input, ctx.metadata))),

  revokeProduct: adminProcedure
    .input(revokeProductInput)
    .output(doneView)
    .mutation(({ ctx, input }) => done(revokeProduct(ctx.deps, ctx.actor, input, ctx.metadata))),

  recent: adminProcedure
    .output(z.array(recentUserView))
    .query(({ ctx }) => listRecentUsers(ctx.deps, ctx.actor)),

  withApplication: adminProcedure
    .input(userIdInput)
    .output(adminUserView)
    .query(({ ctx, input }) => getUser(ctx.deps, ctx.actor, input.id, ctx.metadata)),
});
