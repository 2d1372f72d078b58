import { useEffect, useRef, useState } from 'react';
import { type ContactInput, contactInput } from '../../../shared/messages/contact.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { sessionStorageDraft } from '../../lib/session-storage-draft.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { useCurrentUser } from '../session/use-current-user.ts';

type FieldName = 'name' | 'email' | 'topic' | 'message' | 'website';

const emptyForm: Record<FieldName, string> = { name: '', email: '', topic: '', message: '', website: '' };

const draft = sessionStorageDraft('contact', ['name', 'email', 'topic', 'message']);

export type Contact = {
  form: FormFields<FieldName, ContactInput>;
  busy: boolean;
  failure: ErrorText | undefined;
  /** What the academy has received; undefined while the form is open. */
  sent: ContactInput | undefined;
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
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const [sent, setSent] = useState<ContactInput>();
  const { client } = trpc.useUtils();

  const prefilled = useRef(false);
  useEffect(() => {
    if (!user || prefilled.current) return;
    prefilled.current = true;
    form.change({
      name: form.values.name || `${user.firstName} ${user.lastName}`.trim(),
      email: form.values.email || user.email,
    });
  }, [user, form]);

  async function send(input: ContactInput) {
    try {
      await client.contact.send.mutate(input);
      draft.clear();
      form.reset({ ...emptyForm, name: input.name, email: input.email });
      setSent(input);
    } catch (error) {
      const text = describeError(error);
      setFailure(text);
      if (text.fields) form.showServerErrors(text.fields);
    }
  }

  function submit() {
    if (busy) return;
    setFailure(undefined);
    const input = form.check();
    if (input) run(() => send(input));
  }

  return { form, busy, failure, sent, submit, writeAnother: () => setSent(undefined) };
}
