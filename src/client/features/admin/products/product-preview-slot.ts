import { type ComponentType, createContext } from 'react';
import type { ProductDetail } from '../../../../shared/shop/products.ts';

/** How the shop draws a product. Given by the page, because features do not know each other. */
export const ProductPreviewSlot = createContext<ComponentType<{ product: ProductDetail }> | null>(null);
