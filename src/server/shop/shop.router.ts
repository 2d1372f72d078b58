import { z } from 'zod';
import {
  pricedTitleView,
  productDetailView,
  productIdSchema,
  productView,
} from '../../shared/shop/products.ts';
import { publicProcedure, router, userProcedure } from '../trpc/trpc.ts';
import {
  getProduct,
  listCheapest,
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

  cheapest: publicProcedure.output(z.array(pricedTitleView)).query(({ ctx }) => listCheapest(ctx.deps)),

  /** The search texts of the training programs in the footer, without those that find no product in the shop. */
  programSearches: publicProcedure
    .output(z.array(z.string()))
    .query(({ ctx }) => listProgramSearches(ctx.deps)),

  listLibrary: userProcedure
    .output(z.array(productView))
    .query(({ ctx }) => listLibrary(ctx.deps, ctx.actor)),
});
