import { z } from 'zod';
import { productDetailView, productIdSchema, productView } from '../../shared/shop/products.ts';
import { publicProcedure, router, userProcedure } from '../trpc/trpc.ts';
import {
  getLowestPrice,
  getProduct,
  listLibrary,
  listProducts,
  listProgramSearches,
} from './shop.operations.ts';

export const shopRouter = router({
  listProducts: publicProcedure
    .output(z.array(productView))
    .query(({ ctx }) => listProducts(ctx.deps, ctx.actor)),

  getProduct: publicProcedure
    .input(z.object({ id: productIdSchema }))
    .output(productDetailView)
    .query(({ ctx, input }) => getProduct(ctx.deps, ctx.actor, input.id)),

  lowestPrice: publicProcedure.output(z.int().nullable()).query(({ ctx }) => getLowestPrice(ctx.deps)),

  programSearches: publicProcedure
    .output(z.array(z.string()))
    .query(({ ctx }) => listProgramSearches(ctx.deps)),

  listLibrary: userProcedure
    .output(z.array(productView))
    .query(({ ctx }) => listLibrary(ctx.deps, ctx.actor)),
});
