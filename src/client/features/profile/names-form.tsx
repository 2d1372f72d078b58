import { useLayoutEffect } from 'react';
import { type CurrentUser, profileInput } from '../../../shared/auth/accounts.ts';
import { describeError } from '../../lib/error-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { useStoredForm } from '../../lib/use-stored-form.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';

const namesInput = profileInput.omit({ id: true });

/** The form for the user's name, labeled by the heading `personal-title`. */
export function NamesForm({ user, onDone }: { user: CurrentUser; onDone: () => void }) {
  const { id, firstName, lastName } = user;
  const form = useStoredForm({ stored: { firstName, lastName }, version: undefined, schema: namesInput });
  const { formRef } = form;
  const utils = trpc.useUtils();
  const { isPending, failure, submit } = useAction(
    trpc.profile.updateNames.useMutation({
      onSuccess(updated) {
        utils.auth.me.setData(undefined, (before) => ({ ...before, ...updated }));
        onDone();
        showToast({
          title: 'Profile Updated',
          description: 'Your profile has been successfully updated.',
          tone: 'success',
        });
      },
      async onError(error) {
        const { status, message } = describeError(error);
        const isRejection = status !== undefined && status < 500;
        showToast({
          title: 'Update Failed',
          description: isRejection ? message : 'Failed to update user',
          tone: 'danger',
        });
        // Another user may have logged in in another tab, or the name was changed there.
        if (status === 403 || status === 409) await utils.auth.me.invalidate();
      },
    }),
    { form },
  );

  // The form is loaded when it is opened, so it takes the focus when it is mounted.
  useLayoutEffect(() => formRef.current?.querySelector('input')?.focus(), [formRef]);

  return (
    <Form
      ref={formRef}
      aria-labelledby="personal-title"
      onSubmit={() => submit(() => form.checkWith({ id, seen: form.seen }))}
      className="my-4 flex flex-col gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...form.field('firstName')} label="First Name" autoComplete="given-name" />
        <TextField {...form.field('lastName')} label="Last Name" autoComplete="family-name" />
      </div>
      <FormError title="Update Failed" failure={failure} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isPending} busyLabel="Saving...">
          Save
        </Button>
        <Button variant="secondary" onClick={onDone} disabled={isPending}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
