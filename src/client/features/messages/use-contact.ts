import { useEffect, useRef } from 'react';
import { type ContactInput, contactInput } from '../../../shared/messages/contact.ts';
import type { ErrorText } from '../../lib/error-text.ts';
import { sessionStorageDraft } from '../../lib/session-storage-draft.ts';
import { useAction } from '../../lib/use-action.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { useCurrentUser } from '../session/use-current-user.ts';

type FieldName = 'name' | 'email' | 'topic' | 'message' | 'website';

const emptyForm: Record<FieldName, string> = { name: '', email: '', topic: '', message: '', website: '' };

const draft = sessionStorageDraft('contact', ['name', 'email', 'topic', 'message']);

export type Contact = {
  form: FormFields<FieldName, ContactInput>;
  isPending: boolean;
  failure: ErrorText | undefined;
  /** What the academy has received; undefined while the form is open. */
  sent: Pick<ContactInput, 'email' | 'topic'> | undefined;
  submit: () => void;
  writeAnother: () => void;
};

/** The state of the contact form. What was typed survives a failure and a reload; it goes once it has been received. */
export function useContact(): Contact {
  const { user } = useCurrentUser();
  const form = useFormFields<FieldName, ContactInput>({
    initial: () => ({ ...emptyForm, ...draft.load() }),
    schema: contactInput,
    onChange: draft.save,
  });
  const { isPending, isSuccess, variables, failure, submit, reset } = useAction(
    trpc.contact.send.useMutation({
      onSuccess(_sent, { name, email }) {
        draft.clear();
        form.reset({ ...emptyForm, name, email });
      },
    }),
    { form },
  );

  const prefilled = useRef(false);
  useEffect(() => {
    if (!user || prefilled.current) return;
    prefilled.current = true;
    form.change({
      name: form.values.name || `${user.firstName} ${user.lastName}`.trim(),
      email: form.values.email || user.email,
    });
  }, [user, form]);

  return {
    form,
    isPending,
    failure,
    sent: isSuccess ? variables : undefined,
    submit: () => submit(form.check),
    writeAnother: reset,
  };
}
