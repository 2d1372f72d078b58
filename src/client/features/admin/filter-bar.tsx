import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/text-field.tsx';

export type FilterBarProps = {
  /** The search text, as in the URL. */
  text: string;
  /** What is searched, such as "Name or email". */
  placeholder: string;
  maxLength: number;
  /** Called when the user stops typing. Updates the URL and the list. */
  onSearch: (text: string) => void;
  /**
   * On wide screens, true shows all five fields in one row, with a wider search field. False shows four fields per row.
   */
  inOneRow?: boolean;
  /** The number of active filters besides the search. Phones show it on the button that expands the fields. */
  activeFilters: number;
  /** The filter and sort fields. */
  children: ReactNode;
};

const typingPauseMs = 300;

/** The search and filters above a table. On phones the filters are behind a button. */
export function FilterBar({ inOneRow = false, activeFilters, children, ...search }: FilterBarProps) {
  const [expanded, setExpanded] = useState(false);
  const fieldsId = useId();
  return (
    <div
      className={classNames(
        'mb-6 grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4',
        inOneRow ? 'xl:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]' : 'lg:grid-cols-4',
      )}
    >
      <div
        className={classNames('flex items-end gap-3', inOneRow ? 'max-xl:col-span-2' : 'max-sm:col-span-2')}
      >
        <SearchField {...search} className="flex-1" />
        <FiltersButton
          controls={fieldsId}
          activeFilters={activeFilters}
          expanded={expanded}
          onToggle={() => setExpanded(!expanded)}
        />
      </div>
      <div id={fieldsId} className={classNames('contents', !expanded && 'max-sm:hidden')}>
        {children}
      </div>
    </div>
  );
}

type FiltersButtonProps = {
  /** Id of the element that the button expands. */
  controls: string;
  activeFilters: number;
  expanded: boolean;
  onToggle: () => void;
  className?: string;
};

/** Shown on phones only, where the filter fields would fill the screen. Wider screens always show these fields. */
export function FiltersButton({
  controls,
  activeFilters,
  expanded,
  onToggle,
  className,
}: FiltersButtonProps) {
  return (
    <Button
      variant="secondary"
      className={classNames('sm:hidden', className)}
      aria-expanded={expanded}
      aria-controls={controls}
      onClick={onToggle}
    >
      {activeFilters > 0 ? `Filters (${activeFilters})` : 'Filters'}
    </Button>
  );
}

type SearchFieldProps = Pick<FilterBarProps, 'text' | 'placeholder' | 'maxLength' | 'onSearch'> & {
  className?: string;
};

/** A search field that reports the typed text when the user pauses. */
export function SearchField({ text, placeholder, maxLength, onSearch, className }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  // A link or the back button changes the search text too.
  const [searchedText, setSearchedText] = useState(text);
  if (text !== searchedText) {
    setSearchedText(text);
    if (typed.trim() === searchedText) setTyped(text);
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextField
      label="Find"
      className={classNames('min-w-0', className)}
      type="search"
      placeholder={placeholder}
      maxLength={maxLength}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onSearch(value.trim()), typingPauseMs);
      }}
    />
  );
}
