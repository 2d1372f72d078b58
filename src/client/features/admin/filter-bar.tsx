import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/text-field.tsx';

export type FilterBarProps = {
  /** The words that the list is searched by, as the address has them. */
  words: string;
  /** What is searched: "Name or email". */
  searched: string;
  longestWords: number;
  /** Called when the user stops typing, to update the URL and the list. */
  onWords: (words: string) => void;
  /** All fields in one row on a wide screen; otherwise four per row. */
  inOneRow?: boolean;
  /** How many of the fields narrow the list now, shown on phones, where they are collapsed. */
  narrowing: number;
  /** The fields that narrow and order the list. */
  children: ReactNode;
};

const typingPause = 300;

/** Above a table: words to find first, then what narrows the list, on phones behind a button. */
export function FilterBar({ inOneRow = false, narrowing, children, ...search }: FilterBarProps) {
  const [unfolded, setUnfolded] = useState(false);
  const fieldsId = useId();
  return (
    <div
      className={classNames(
        'mb-6 grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4',
        inOneRow ? 'lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]' : 'lg:grid-cols-4',
      )}
    >
      <div
        className={classNames('flex items-end gap-3', inOneRow ? 'max-lg:col-span-2' : 'max-sm:col-span-2')}
      >
        <Find {...search} />
        <FiltersButton
          controls={fieldsId}
          narrowing={narrowing}
          unfolded={unfolded}
          onToggle={() => setUnfolded(!unfolded)}
        />
      </div>
      <div id={fieldsId} className={classNames('contents', !unfolded && 'max-sm:hidden')}>
        {children}
      </div>
    </div>
  );
}

type FiltersButtonProps = {
  /** Id of the element that it expands. */
  controls: string;
  /** How many filters are set. */
  narrowing: number;
  unfolded: boolean;
  onToggle: () => void;
  className?: string;
};

/** On phones, where the fields would fill the screen before the list begins; wider screens show them always. */
export function FiltersButton({ controls, narrowing, unfolded, onToggle, className }: FiltersButtonProps) {
  return (
    <Button
      variant="secondary"
      className={classNames('sm:hidden', className)}
      aria-expanded={unfolded}
      aria-controls={controls}
      onClick={onToggle}
    >
      {narrowing > 0 ? `Filters (${narrowing})` : 'Filters'}
    </Button>
  );
}

type FindProps = Pick<FilterBarProps, 'words' | 'searched' | 'longestWords' | 'onWords'>;

function Find({ words, searched, longestWords, onWords }: FindProps) {
  const [typed, setTyped] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextField
      label="Find"
      className="min-w-0 flex-1"
      type="search"
      placeholder={searched}
      maxLength={longestWords}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => onWords(value.trim()), typingPause);
      }}
    />
  );
}
