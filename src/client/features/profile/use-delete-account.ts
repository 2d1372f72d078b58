import { useState } from 'react';
import { accountDeletionForm } from '../../../shared/profile/privacy.ts';
import type { ErrorText } from '../../lib/error-text.ts';
import { notifyOtherTabs } from '../../lib/other-tabs.ts';
import { useFormCall } from '../../lib/use-form-call.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';

export type DeleteAccount = {
  form: FormFields<'password' | 'confirmation', unknown>;
  busy: boolean;
  failure: ErrorText | undefined;
  /** ISO instant, once the account is on its way out. */
  dueAt: string | undefined;
  dirty: boolean;
  submit: () => void;
};

/** Once it has happened the page is still drawn, but nobody is signed in any more. */
export function useDeleteAccount(): DeleteAccount {
  const form = useFormFields({
    initial: () => ({ password: '', confirmation: '' }),
    schema: accountDeletionForm,
  });
  const { busy, failure, send } = useFormCall();
  const [dueAt, setDueAt] = useState<string>();
  const { client } = trpc.useUtils();

  function submit() {
    send(form, async (input) => {
      const { dueAt } = await client.privacy.requestDeletion.mutate(input);
      notifyOtherTabs(null);
      setDueAt(dueAt);
    });
  }

  const dirty = dueAt === undefined && Object.values(form.values).some((value) => value !== '');
  return { form, busy, failure, dueAt, dirty, submit };
}
