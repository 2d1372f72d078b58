import { useState } from 'react';
import { type CurrentUser, profileInput } from '../../../shared/auth/accounts.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';

const namesInput = profileInput.omit({ id: true });
type Names = { firstName: string; lastName: string };

export type NamesEditor = {
  form: FormFields<keyof Names, Names>;
  editing: boolean;
  busy: boolean;
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
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const utils = trpc.useUtils();

  async function update(names: Names) {
    try {
      const user = await utils.client.profile.updateNames.mutate({ id, ...names });
      utils.auth.me.setData(undefined, user);
      setEditing(false);
      showToast({
        title: 'Profile Updated',
        description: 'Your profile has been successfully updated.',
        tone: 'success',
      });
    } catch (error) {
      const text = describeError(error);
      const fromServer = text.status !== undefined && text.status < 500;
      showToast({
        title: 'Update Failed',
        description: fromServer ? text.message : 'Failed to update user',
        tone: 'danger',
      });
      setFailure(text);
      if (text.fields) form.showServerErrors(text.fields);
      // Another tab has signed in as somebody else.
      if (text.status === 403 || text.status === 409) await utils.auth.me.invalidate();
    }
  }

  function show(nextEditing: boolean) {
    form.reset({ firstName, lastName });
    setFailure(undefined);
    setEditing(nextEditing);
  }

  return {
    form,
    editing,
    busy,
    failure,
    edit: () => show(true),
    cancel: () => show(false),
    save() {
      if (busy) return;
      setFailure(undefined);
      const names = form.check();
      if (names) run(() => update(names));
    },
  };
}
