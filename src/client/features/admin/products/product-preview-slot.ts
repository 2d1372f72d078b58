import { type ComponentType, createContext } from 'react';
import type { ProductDetail } from '../../../../shared/shop/products.ts';

/** The shop's rendering of a product. The page provides it, because features do not import each other. */
export const ProductPreviewSlot = createContext<ComponentType<{ product: ProductDetail }> | null>(null);
