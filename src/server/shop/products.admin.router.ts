import { z } from 'zod';
import {
  adminProductView,
  changedProductsView,
  changeProductsInput,
  createProductInput,
  duplicateProductInput,
  productFileVersionView,
  productIdSchema,
  restoreFileInput,
  updateProductInput,
} from '../../shared/shop/products.ts';
import { adminProcedure, router } from '../trpc/trpc.ts';
import { changeProducts } from './product-bulk.operations.ts';
import { duplicateProduct } from './product-copy.operations.ts';
import {
  createProduct,
  deleteProduct,
  listProductsForAdmin,
  restoreProduct,
  updateProduct,
} from './product-editing.operations.ts';
import { listProductFiles, restoreProductFile } from './product-versions.operations.ts';

export const productsAdminRouter = router({
  list: adminProcedure
    .output(z.array(adminProductView))
    .query(({ ctx }) => listProductsForAdmin(ctx.deps, ctx.actor)),

  listArchived: adminProcedure
    .output(z.array(adminProductView))
    .query(({ ctx }) => listProductsForAdmin(ctx.deps, ctx.actor, { archived: true })),

  restore: adminProcedure
    .input(z.object({ id: productIdSchema }))
    .output(adminProductView)
    .mutation(({ ctx, input }) => restoreProduct(ctx.deps, ctx.actor, input.id, ctx.metadata)),

  create: adminProcedure
    .input(createProductInput)
    .output(adminProductView)
    .mutation(({ ctx, input }) => createProduct(ctx.deps, ctx.actor, input, ctx.metadata)),

  update: adminProcedure
    .input(updateProductInput)
    .output(adminProductView)
    .mutation(({ ctx, input }) => updateProduct(ctx.deps, ctx.actor, input, ctx.metadata)),

  change: adminProcedure
    .input(changeProductsInput)
    .output(changedProductsView)
    .mutation(({ ctx, input }) => changeProducts(ctx.deps, ctx.actor, input, ctx.metadata)),

  duplicate: adminProcedure
    .input(duplicateProductInput)
    .output(adminProductView)
    .mutation(({ ctx, input }) => duplicateProduct(ctx.deps, ctx.actor, input, ctx.metadata)),

  delete: adminProcedure
    .input(z.object({ id: productIdSchema }))
    .mutation(({ ctx, input }) => deleteProduct(ctx.deps, ctx.actor, input.id, ctx.metadata)),

  files: adminProcedure
    .input(z.object({ id: productIdSchema }))
    .output(z.array(productFileVersionView))
    .query(({ ctx, input }) => listProductFiles(ctx.deps, ctx.actor, input.id)),

  restoreFile: adminProcedure
    .input(restoreFileInput)
    .output(z.array(productFileVersionView))
    .mutation(({ ctx, input }) => restoreProductFile(ctx.deps, ctx.actor, input, ctx.metadata)),
});
