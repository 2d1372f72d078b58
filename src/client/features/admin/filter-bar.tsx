import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/text-field.tsx';

export type FilterBarProps = {
  /** The words that the list is searched by, as the address has them. */
  words: string;
  /** What is searched: "Name or email". */
  searched: string;
  longestWords: number;
  /** Told when the typing pauses: the address and the server follow. */
  onWords: (words: string) => void;
  /** All fields side by side on a wide screen; without it four stand in a row. */
  inOneRow?: boolean;
  /** The fields that narrow and order the list. */
  children: ReactNode;
};

const typingPause = 300;

/** Above a table: words to find first, then what narrows the list (look.md, Tables). */
export function FilterBar({ inOneRow = false, children, ...search }: FilterBarProps) {
  return (
    <div
      className={classNames(
        'mb-6 grid grid-cols-2 gap-x-3 gap-y-4 sm:gap-4',
        inOneRow ? 'lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]' : 'lg:grid-cols-4',
      )}
    >
      <Find {...search} className={inOneRow ? 'max-lg:col-span-2' : 'max-sm:col-span-2'} />
      {children}
    </div>
  );
}

type FindProps = Pick<FilterBarProps, 'words' | 'searched' | 'longestWords' | 'onWords'>;

function Find({ words, searched, longestWords, onWords, className }: FindProps & { className: string }) {
  const [typed, setTyped] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextField
      label="Find"
      className={className}
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
