import { academyHands, buildAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import type { TestApp, TestUser } from '../../../../testing/test-app.ts';
import { storeAcademyHands } from '../../../hands/academy-hands.operations.ts';

/**
 * Stores a hand of the user with notes, a label and a share link, and attaches a hand of the academy to the product, as
 * if the user had attached it.
 */
export async function insertHandsOf(
  app: TestApp,
  user: TestUser,
  productId: number,
  note: string,
): Promise<void> {
  const { db } = app.deps;
  const [hand] = academyHands;
  if (!hand) throw new Error('the academy has no hand');
  const { id } = await app.caller(user).hands.saveBuilt({ hand: buildAcademyHand(hand).hand, title: 'Mine' });
  await app.caller(user).hands.update({ id, note });
  await app.caller(user).hands.noteAction({ id, atAction: 2, text: note });
  await app.caller(user).hands.labelSeat({ id, seat: 1, label: 'Loose regular' });
  await app.caller(user).hands.share({ id, mode: 'open' });
  const [handId] = (await storeAcademyHands(app.deps)).values();
  await db
    .insertInto('hand_links')
    .values({
      hand_id: handId ?? '',
      product_id: productId,
      at_seconds: 0,
      created_by: user.userId,
      created_at: new Date(),
    })
    .execute();
}
