import type { APIRequestContext } from '@playwright/test';

/**
 * A path for each route with parameters. The ids exist in the demo data, except the id of the payment, which belongs to
 * no payment.
 * @param request - sends requests with the session of the demo student
 */
export async function findExamples(
  request: APIRequestContext,
  origin: string,
): Promise<Record<string, string>> {
  type Listed = { id: number; type: string; isFree: boolean };
  const products: Listed[] = await (await request.get('/api/products')).json();
  const freeId = (type: string) => {
    const product = products.find((each) => each.isFree && each.type === type);
    if (!product) throw new Error(`the demo data has no free ${type}`);
    return product.id;
  };
  const query = async (name: string) => (await (await request.get(`/trpc/${name}`)).json()).result.data;
  const [academyHand] = await query('hands.academy');
  const [ownHand] = (await query('hands.list?input=%7B%7D')).items;
  const [ownQuestion] = (await query('questions.list?input=%7B%7D')).items;
  const [range] = (await query('ranges.list')).items;
  const [deck] = (await query('drills.practice')).decks;
  const shared = await request.post('/trpc/hands.share', {
    data: { id: ownHand.id, mode: 'open' },
    headers: { origin },
  });
  const { id: studentId }: { id: string } = await (await request.get('/api/user')).json();
  return {
    '/admin/payments/$id': '/admin/payments/00000000-0000-4000-8000-000000000000',
    '/admin/users/$id': `/admin/users/${studentId}`,
    '/hands/$id': `/hands/${academyHand.id}`,
    '/daily/$date': `/daily/${new Date().toISOString().slice(0, 10)}`,
    '/ranges/$id': `/ranges/${range.id}`,
    '/practice/$deck': `/practice/${deck.id}`,
    '/coach/students/$id': `/coach/students/${studentId}`,
    '/questions/$id': `/questions/${ownQuestion.id}`,
    '/h/$token': (await shared.json()).result.data.path,
    '/products/$id': `/products/${freeId('pdf')}`,
    '/coaching/$id': `/coaching/${freeId('session')}`,
    '/read/$kind/$id': `/read/product/${freeId('pdf')}`,
  };
}
