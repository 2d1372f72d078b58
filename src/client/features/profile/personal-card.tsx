import { useEffect, useRef } from 'react';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type NamesEditor, useNames } from './use-names.ts';

/** First and last name can be changed, email and user id cannot. */
export function PersonalCard({ user }: { user: CurrentUser }) {
  const names = useNames(user);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // The pressed button is gone after each change of mode; the focus goes where the work goes on.
  useEffect(() => {
    if (names.editing) names.form.formRef.current?.querySelector('input')?.focus();
    else if (wasEditing.current) editButton.current?.focus();
    wasEditing.current = names.editing;
  }, [names.editing, names.form.formRef]);

  return (
    <Card as="section" aria-labelledby="personal-title">
      <div className="flex items-center justify-between gap-4">
        <h2 id="personal-title" className="text-lg font-semibold">
          Personal information
        </h2>
        {!names.editing && (
          <Button ref={editButton} variant="secondary" size="small" onClick={names.edit}>
            Edit
          </Button>
        )}
      </div>
      {names.editing ? (
        <NamesForm names={names} />
      ) : (
        <DescriptionList
          className="mt-2"
          items={[
            { term: 'First Name', detail: user.firstName || '—' },
            { term: 'Last Name', detail: user.lastName || '—' },
          ]}
        />
      )}
      <DescriptionList
        className="border-t border-border"
        items={[
          { term: 'Email', detail: user.email },
          { term: 'User ID', detail: <span className="font-mono text-sm">{user.id}</span> },
        ]}
      />
    </Card>
  );
}

function NamesForm({ names: { form, isPending, failure, save, cancel } }: { names: NamesEditor }) {
  return (
    <form
      ref={form.formRef}
      noValidate
      aria-labelledby="personal-title"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="my-4 flex flex-col gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('firstName')} label="First Name" autoComplete="given-name" />
        <TextField {...form.field('lastName')} label="Last Name" autoComplete="family-name" />
      </div>
      <FormError title="Update Failed" {...formFailure(failure)} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending} busyLabel="Saving...">
          Save
        </Button>
        <Button variant="secondary" onClick={cancel} disabled={isPending}>
          Cancel
        </Button>
        {failure?.status === 401 && (
          <a href="/api/login?next=/profile" className={buttonClass('quiet')}>
            Log in again
          </a>
        )}
      </div>
    </form>
  );
}
