import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import {
  type ContactInput,
  contactInput,
  contactTopicNames,
  contactTopics,
} from '../../../shared/messages/contact.ts';
import { fullName } from '../../../shared/person-name.ts';
import { tabStorage } from '../../lib/browser-storage.ts';
import { withoutScripts } from '../../lib/early-input.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { useRequestDraft } from '../../lib/use-request-draft.ts';
import { visitorStorage } from '../../lib/visitor-storage.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../ui/text-field.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';

const topicOptions = contactTopics.map((topic) => ({ value: topic, label: contactTopicNames[topic] }));

const privacyHint =
  'Requests about your data are answered within one month. If you have an account, you can also export your data or delete the account in your profile.';

type FieldName = 'name' | 'email' | 'topic' | 'message' | 'website';

const emptyForm: Record<FieldName, string> = { name: '', email: '', topic: '', message: '', website: '' };

const fields = ['name', 'email', 'topic', 'message'] as const;

/** The contact form. Typed text survives a failure and a reload, until the message has been received. */
export function ContactForm() {
  const { user } = useCurrentUser();
  const storage = user ? tabStorage : visitorStorage;
  const own = user ? { name: fullName(user.firstName, user.lastName), email: user.email } : emptyForm;
  const draft = useRequestDraft('contact', 'message', { fields, storage });
  const form = useFormFields<FieldName, ContactInput>({
    initial: () => ({ ...emptyForm, ...draft.load() }),
    schema: contactInput,
    // The account's name and email are not saved with the draft, so that it gets the new ones after they have changed.
    onChange: ({ name, email, ...others }) =>
      draft.save({
        ...others,
        name: name === own.name ? '' : name,
        email: email === own.email ? '' : email,
      }),
  });
  const { isPending, isSuccess, variables, failure, submit, reset } = useAction(
    trpc.contact.send.useMutation({
      onSuccess(_sent, { name, email }) {
        draft.forget();
        if (form.resetSent({ ...emptyForm, name, email })) draft.clear();
      },
    }),
    { form },
  );

  const prefilled = useRef(false);
  useEffect(() => {
    if (!user || prefilled.current) return;
    prefilled.current = true;
    form.change({ name: form.values.name || own.name, email: form.values.email || own.email });
  }, [user, own, form]);

  if (isSuccess && variables) return <MessageReceived message={variables} onWriteAnother={reset} />;
  return (
    <Form
      ref={form.formRef}
      {...withoutScripts}
      aria-labelledby="contact-title"
      onSubmit={() =>
        submit(() => {
          const values = form.check();
          return values && { id: draft.idOf(values), ...values };
        })
      }
      className="grid items-start gap-4 sm:grid-cols-2"
    >
      <TextField {...form.field('name')} label="Name" autoComplete="name" />
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField
        {...form.field('topic')}
        label="Topic"
        placeholder="Choose a topic"
        options={topicOptions}
        hint={form.values.topic === 'privacy' ? privacyHint : undefined}
        className="sm:col-span-2"
      />
      <TextAreaField {...form.field('message')} label="Message" rows={5} className="sm:col-span-2" />
      {/* A honeypot: bots fill in all fields, but users never see this one. */}
      <div aria-hidden="true" className="sr-only">
        <TextField {...form.field('website')} label="Leave this empty" tabIndex={-1} autoComplete="off" />
      </div>
      <div className="flex flex-col gap-4 sm:col-span-2">
        <FormError
          title="Your message was not sent"
          uncertainTitle="Your message may have been sent"
          failure={failure}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={isPending} busyLabel="Sending...">
            Send message
          </Button>
          <p className="text-sm text-muted">
            We use your details to answer you.{' '}
            <Link to="/privacy-policy" className="underline underline-offset-2 hover:no-underline">
              Privacy Policy
            </Link>
          </p>
        </div>
      </div>
    </Form>
  );
}

type MessageReceivedProps = { message: Pick<ContactInput, 'email' | 'topic'>; onWriteAnother: () => void };

function MessageReceived({ message, onWriteAnother }: MessageReceivedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="rounded-card border border-border bg-bg p-6 sm:p-8">
      <RangeGrid size="logo" className="w-12" />
      <h3 ref={heading} tabIndex={-1} className="mt-4 text-xl font-semibold">
        We have your message
      </h3>
      <p className="mt-1 measure wrap-anywhere text-muted">
        The answer goes to <span className="font-medium text-text">{message.email}</span>
        {message.topic === 'privacy' ? ', within one month.' : '.'}
      </p>
      <Button variant="secondary" className="mt-4" onClick={onWriteAnother}>
        Write another message
      </Button>
    </div>
  );
}
