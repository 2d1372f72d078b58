import { Link, useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, useEffect, useRef } from 'react';
import { difficulties, productTypes } from '../../../shared/enums.ts';
import {
  type ProductSearch,
  productSearchMaxLength,
  readProductSearch,
} from '../../../shared/shop/product-search.ts';
import { countOfText, countText } from '../../lib/count-text.ts';
import { difficultyLabels, productTypeLabels } from '../../lib/labels.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { SelectField } from '../../ui/select-field.tsx';

/** Milliseconds between the last key and the URL update. */
const typingPauseMs = 150;

const typeOptions = productTypes.map((value) => ({
  value,
  label: `${productTypeLabels[value]}s`,
}));
const difficultyOptions = difficulties.map((value) => ({ value, label: difficultyLabels[value] }));

export type ProductFiltersProps = {
  search: ProductSearch;
  shownCount: number;
  totalCount: number;
  /** Whether the user is logged in. Only logged-in users can own products. */
  signedIn: boolean;
};

/** The filters of the product list. They are in a form, so that they also work before hydration. */
export function ProductFilters({ search, shownCount, totalCount, signedIn }: ProductFiltersProps) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(search.q ?? '');
  const isFiltered = Object.keys(search).length > 0;

  function change(part: Record<string, string | undefined>) {
    clearTimeout(timer.current);
    const text = input.current?.value.trim() ?? '';
    // Replaces the history entry while typing, so that Back leaves the search instead of undoing single letters.
    const replace = part.q !== undefined && sent.current !== '' && text !== '';
    sent.current = text;
    void navigate({
      to: '/products',
      search: readProductSearch({ ...search, q: text, ...part }),
      replace,
      resetScroll: false,
    });
  }
  const latestChange = useRef(change);

  useEffect(() => {
    latestChange.current = change;
  });

  useEffect(() => {
    const field = input.current;
    if (!field) return;
    // The user may have typed before hydration.
    if (field.value !== field.defaultValue) latestChange.current({ q: field.value });
    return () => clearTimeout(timer.current);
  }, []);

  useEffect(() => {
    // The back button and links change the search text too.
    const text = search.q ?? '';
    if (text.trim() === sent.current) return;
    sent.current = text;
    if (input.current) input.current.value = text;
  }, [search.q]);

  function handleType() {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latestChange.current({ q: input.current?.value }), typingPauseMs);
  }

  const select = (name: 'type' | 'difficulty') => ({
    name,
    value: search[name] ?? '',
    onChange: (event: ChangeEvent<HTMLSelectElement>) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <search className="mb-8 block">
      <Form
        action="/products"
        onSubmit={() => change({ q: input.current?.value })}
        className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]"
      >
        <div className="col-span-2 flex flex-col gap-1 sm:col-span-1">
          <label htmlFor="product-search" className="text-sm font-semibold">
            Search
          </label>
          <input
            ref={input}
            id="product-search"
            type="search"
            name="q"
            defaultValue={search.q}
            maxLength={productSearchMaxLength}
            autoComplete="off"
            placeholder="River, ICM, bankroll …"
            onInput={handleType}
            className="control"
          />
        </div>
        <SelectField {...select('type')} label="Type" placeholder="All types" options={typeOptions} />
        <SelectField
          {...select('difficulty')}
          label="Difficulty"
          placeholder="All levels"
          options={difficultyOptions}
        />
      </Form>
      <div className="mt-3 flex min-h-8 flex-wrap items-center justify-between gap-x-6 gap-y-1 text-sm text-muted">
        <p className="flex flex-wrap items-center gap-x-4">
          <span role="status" className="tabular">
            {isFiltered ? countOfText(shownCount, totalCount, 'product') : countText(totalCount, 'product')}
          </span>
          {isFiltered && (
            <Link to="/products" search={{}} className={buttonClass('quiet', 'small')}>
              Show all products
            </Link>
          )}
        </p>
        {signedIn && (
          <label className="inline-flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              checked={search.owned === 'no'}
              onChange={(event) => change({ owned: event.currentTarget.checked ? 'no' : undefined })}
              className="size-4.5 accent-primary"
            />
            Hide what I own
          </label>
        )}
      </div>
    </search>
  );
}
