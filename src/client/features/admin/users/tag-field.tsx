import { useId } from 'react';
import type { FieldProps } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { TextField } from '../../../ui/text-field.tsx';

/** A field for a tag, with the existing tags as suggestions. */
export function TagField({ className, ...field }: FieldProps & { className?: string }) {
  const listId = useId();
  const tags = trpc.admin.users.tags.useQuery(undefined, { staleTime: 30_000 }).data ?? [];
  return (
    <>
      <TextField
        {...field}
        label="Tag"
        list={listId}
        autoComplete="off"
        {...(className !== undefined && { className })}
      />
      <datalist id={listId}>
        {tags.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </>
  );
}
