import type Stripe from 'stripe';
import { resourceMissing } from '../api-error.ts';
import { type Context, type Handler, nowSeconds } from '../context.ts';
import { newId } from '../ids.ts';
import { isInRange, listPage } from '../list-page.ts';

type NewProduct = {
  name: string;
  description: string | null;
  metadata: Record<string, string>;
  images: string[];
  active: boolean;
};

/** A product as Stripe shows it; not stored yet. */
export function buildProduct(context: Context, product: NewProduct): Stripe.Product {
  const created = nowSeconds(context);
  return {
    id: newId.product(),
    object: 'product',
    active: product.active,
    created,
    default_price: null,
    description: product.description,
    images: product.images,
    livemode: false,
    marketing_features: [],
    metadata: product.metadata,
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  };
}

export const createProduct: Handler = (context, params) => {
  const product = buildProduct(context, {
    name: params.requiredText('name', 250),
    description: params.text('description') ?? null,
    metadata: params.metadata('metadata'),
    images: params.texts('images'),
    active: params.boolean('active') ?? true,
  });
  params.rejectUnread();
  context.store.put('products', product.id, product);
  return product;
};

export const retrieveProduct: Handler = (context, params, [id = '']) => {
  params.rejectUnread();
  const product = context.store.get('products', id);
  if (!product) throw resourceMissing('product', id, 'id');
  return product;
};

export const updateProduct: Handler = (context, params, [id = '']) => {
  const current = context.store.get('products', id);
  if (!current) throw resourceMissing('product', id, 'id');
  const product: Stripe.Product = {
    ...current,
    active: params.boolean('active') ?? current.active,
    name: params.text('name', 250) ?? current.name,
    description: params.has('description')
      ? (params.nullableText('description') ?? null)
      : current.description,
    images: params.has('images') ? params.texts('images') : current.images,
    metadata: params.metadata('metadata', current.metadata),
    updated: nowSeconds(context),
  };
  params.rejectUnread();
  context.store.put('products', id, product);
  return product;
};

export const listProducts: Handler = (context, params) => {
  const active = params.boolean('active');
  const created = params.range('created');
  const ids = params.texts('ids');
  const matching = context.store
    .values('products')
    .filter((product) => active === undefined || product.active === active)
    .filter((product) => ids.length === 0 || ids.includes(product.id))
    .filter((product) => isInRange(product.created, created))
    .reverse();
  const page = listPage(matching, params, '/v1/products');
  params.rejectUnread();
  return page;
};
