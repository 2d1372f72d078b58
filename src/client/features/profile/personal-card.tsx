import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { lazyInPlace } from '../../ui/lazy-in-place.tsx';

const NamesForm = lazyInPlace(
  'The form could not be loaded',
  async () => (await import('./names-form.tsx')).NamesForm,
);

/** First and last name can be changed. Email and user id cannot. */
export function PersonalCard({ user }: { user: CurrentUser }) {
  const [editing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // The focused element was removed with the form, so the edit button takes the focus.
  useEffect(() => {
    if (!editing && wasEditing.current) editButton.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const names = (
    <DescriptionList
      className="mt-2"
      items={[
        { term: 'First Name', detail: user.firstName || '—' },
        { term: 'Last Name', detail: user.lastName || '—' },
      ]}
    />
  );

  return (
    <Card as="section" aria-labelledby="personal-title">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="personal-title" className="text-lg font-semibold">
          Personal information
        </h2>
        {!editing && (
          <Button ref={editButton} variant="secondary" size="small" onClick={() => setEditing(true)}>
            Edit
          </Button>
        )}
      </div>
      {editing ? <NamesForm fallback={names} user={user} onDone={() => setEditing(false)} /> : names}
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
