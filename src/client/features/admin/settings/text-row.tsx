import type { SiteText } from '../../../../shared/site-texts/site-texts.ts';
import { formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';

export type TextRowProps = {
  name: string;
  /** The texts that are edited together. The first one is shown. */
  texts: readonly SiteText[];
  /** The accessible name of the button. */
  label: string;
  onEdit: () => void;
};

/** A row for an email or a part of a page: the start of its first text, the last change, and an edit button. */
export function TextRow({ name, texts, label, onEdit }: TextRowProps) {
  const changedAt = texts
    .flatMap((text) => text.changedAt ?? [])
    .toSorted()
    .at(-1);
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p>{name}</p>
        <p className="truncate text-sm text-muted">
          {texts[0]?.value}
          {changedAt && ` · changed on ${formatDate(changedAt)}`}
        </p>
      </div>
      <Button variant="quiet" size="small" onClick={onEdit} aria-label={label}>
        Edit
      </Button>
    </li>
  );
}
