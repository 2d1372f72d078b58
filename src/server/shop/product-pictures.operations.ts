import { pictureIdsIn } from '../../shared/shop/pictures.ts';
import type { AdminActor } from '../actor.ts';
import type { Trx } from '../platform/db/database.ts';
import { claimPictures } from '../uploads/pictures.operations.ts';
import { eraseClaimedUploads } from '../uploads/sweep.operations.ts';
import {
  deletePictures,
  findPictures,
  insertPictures,
  lockUnusedPictures,
} from './product-pictures.queries.ts';

/**
 * Claims the pictures that the product's texts show. Erases the pictures that these texts no longer show, unless they
 * are shown elsewhere.
 */
export async function savePictures(
  trx: Trx,
  actor: AdminActor,
  product: { id: number; texts: (string | null | undefined)[] },
  now: Date,
): Promise<void> {
  const shown = pictureIdsIn(...product.texts);
  const known = await findPictures(trx, product.id);
  const added = await claimPictures(
    trx,
    actor,
    shown.filter((id) => !known.includes(id)),
    now,
  );
  await insertPictures(trx, product.id, added);
  await releasePictures(
    trx,
    product.id,
    known.filter((id) => !shown.includes(id)),
    now,
  );
}

/** Before a product is deleted, erases the pictures in its texts, unless they are shown elsewhere. */
export async function releaseAllPictures(trx: Trx, productId: number, now: Date): Promise<void> {
  await releasePictures(trx, productId, await findPictures(trx, productId), now);
}

async function releasePictures(
  trx: Trx,
  productId: number,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await deletePictures(trx, productId, ids);
  await eraseClaimedUploads(trx, await lockUnusedPictures(trx, ids), now);
}
