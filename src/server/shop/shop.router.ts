import { z } from 'zod';
import { productView } from '../../shared/products.ts';
import { publicProcedure, router, userProcedure } from '../trpc/trpc.ts';
import { listLibrary, listProducts } from './shop.operations.ts';

export const shopRouter = router({
  listProducts: publicProcedure
    .output(z.array(productView))
    .query(({ ctx }) => listProducts(ctx.deps, ctx.actor)),

  listLibrary: userProcedure
    .output(z.array(productView))
    .query(({ ctx }) => listLibrary(ctx.deps, ctx.actor)),
});
