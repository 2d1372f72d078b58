import type { AdminProduct } from '../../../../shared/shop/products.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { ChoiceRow } from '../../../ui/choice-row.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SearchField } from '../filter-bar.tsx';
import {
  isInState,
  type ProductFilter,
  type ProductState,
  productSorts,
  productStates,
  sortLabels,
  stateLabels,
} from './product-list.ts';

export type ProductFiltersProps = {
  filter: ProductFilter;
  /** All products of the selected kind; undefined while they load. */
  products: readonly AdminProduct[] | undefined;
  onChange: (changes: Partial<AdminSearch>) => void;
};

export function ProductFilters({ filter, products, onChange }: ProductFiltersProps) {
  return (
    <div className="mb-6 grid grid-cols-2 items-end gap-x-3 gap-y-4 sm:gap-4 xl:grid-cols-[minmax(0,1fr)_14rem_auto]">
      <SearchField
        text={filter.q}
        placeholder="Title, number or file"
        maxLength={100}
        className="max-sm:col-span-2"
        onSearch={(q) => onChange({ q })}
      />
      <SelectField
        label="Sort by"
        className="max-sm:col-span-2"
        options={productSorts.map((value) => ({ value, label: sortLabels[value] }))}
        value={filter.sort}
        onChange={(event) => onChange({ sort: event.currentTarget.value })}
      />
      <div className="max-xl:col-span-2">
        <ChoiceRow<ProductState>
          label="State"
          selected={filter.state}
          onChange={(status) => onChange({ status })}
          choices={productStates.map((value) => ({
            value,
            label: stateLabels[value],
            count: products?.filter((product) => isInState(product, value)).length,
          }))}
        />
      </div>
    </div>
  );
}
