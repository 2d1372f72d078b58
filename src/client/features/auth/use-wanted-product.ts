import { isFreeProduct } from '../../../shared/access/access-rules.ts';
import { formatCents } from '../../lib/format.ts';
import { trpc } from '../../trpc.ts';

/**
 * The product that a visitor wanted to buy or open before logging in.
 * @param next - a path on this site
 * @returns its title, its price such as `$14.99` (empty if it is free or owned), and both as one text; undefined when
 * `next` is not a product page, and until the product is loaded
 */
export function useWantedProduct(
  next: string | undefined,
): { title: string; price: string; text: string } | undefined {
  const id = /^\/products\/([1-9]\d{0,8})(?:[?#]|$)/.exec(next ?? '')?.[1];
  const { data: product } = trpc.shop.getProduct.useQuery({ id: id ?? '' }, { enabled: id !== undefined });
  if (!product) return undefined;
  const { title } = product;
  const price = isFreeProduct(product) || product.owned ? '' : formatCents(product.price);
  return { title, price, text: price === '' ? title : `${title}, ${price}` };
}
