import { useState } from 'react';
import { type CurrentUser, profileInput } from '../../../shared/auth/accounts.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';

const namesInput = profileInput.omit({ id: true });
type Names = { firstName: string; lastName: string };

export type NamesEditor = {
  form: FormFields<keyof Names, Names>;
  editing: boolean;
  isPending: boolean;
  failure: ErrorText | undefined;
  edit: () => void;
  save: () => void;
  cancel: () => void;
};

/** View mode, edit mode, and back again. */
export function useNames({ id, firstName, lastName }: CurrentUser): NamesEditor {
  const form = useFormFields<keyof Names, Names>({
    initial: () => ({ firstName, lastName }),
    schema: namesInput,
  });
  const [editing, setEditing] = useState(false);
  const utils = trpc.useUtils();
  const { isPending, failure, submit, reset } = useAction(
    trpc.profile.updateNames.useMutation({
      onSuccess(user) {
        utils.auth.me.setData(undefined, user);
        setEditing(false);
        showToast({
          title: 'Profile Updated',
          description: 'Your profile has been successfully updated.',
          tone: 'success',
        });
      },
      async onError(error) {
        const { status, message } = describeError(error);
        const fromServer = status !== undefined && status < 500;
        showToast({
          title: 'Update Failed',
          description: fromServer ? message : 'Failed to update user',
          tone: 'danger',
        });
        // Another tab has signed in as somebody else.
        if (status === 403 || status === 409) await utils.auth.me.invalidate();
      },
    }),
    { form },
  );

  function show(nextEditing: boolean) {
    form.reset({ firstName, lastName });
    reset();
    setEditing(nextEditing);
  }

  return {
    form,
    editing,
    isPending,
    failure,
    edit: () => show(true),
    cancel: () => show(false),
    save() {
      submit(() => {
        const names = form.check();
        return names && { id, ...names };
      });
    },
  };
}
