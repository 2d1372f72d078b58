import { type ComponentType, createContext } from 'react';
import type { ProductDetail } from '../../../../shared/shop/products.ts';
import type { PlaceProps } from '../../../ui/lazy-in-place.tsx';

type ProductPreviewProps = PlaceProps & { product: ProductDetail };

/** The shop's rendering of a product. The page provides it, so that the admin area does not import the shop. */
export const ProductPreviewSlot = createContext<ComponentType<ProductPreviewProps> | null>(null);
