import { useRef, useState } from 'react';
import { appealLength, kycAppealInput } from '../../../shared/kyc/kyc-review.ts';
import { describeError } from '../../lib/error-text.ts';
import { sessionStorageDraft } from '../../lib/session-storage-draft.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useReloadApplications } from './use-reload-applications.ts';

export type AppealFormProps = { applicationId: string; onSent: () => void };

/** The appeal against a final decision. Only one is allowed. */
export function AppealForm({ applicationId, onSent }: AppealFormProps) {
  const [draft] = useState(() => sessionStorageDraft(`appeal-${applicationId}`, ['message']));
  const [message, setMessage] = useState(() => draft.load().message ?? '');
  const [error, setError] = useState<string>();
  const formRef = useRef<HTMLFormElement>(null);
  const reload = useReloadApplications();
  const { isPending, failure, submit } = useAction(
    trpc.kyc.appeal.useMutation({
      onSuccess() {
        draft.clear();
        showToast({
          title: 'Appeal sent',
          description: 'A person will review your application again.',
          tone: 'success',
        });
        onSent();
        return reload();
      },
      async onError(rejection) {
        const { fields, status } = describeError(rejection);
        setError(fields?.message);
        if (status === 409) await reload();
      },
    }),
  );

  function check() {
    const input = kycAppealInput.safeParse({ id: applicationId, message: message.replace(/\s+/g, ' ') });
    if (!input.success) {
      setError(input.error.issues[0]?.message);
      formRef.current?.querySelector('textarea')?.focus();
    }
    return input.data;
  }

  return (
    <Form
      ref={formRef}
      aria-label="Appeal"
      className="mt-4 flex measure flex-col gap-4"
      onSubmit={() => submit(check)}
    >
      <TextAreaField
        label="Why should we look at it again?"
        hint="You can appeal once, so please write everything that matters."
        maxLength={appealLength}
        value={message}
        error={error}
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          draft.save({ message: event.currentTarget.value });
          setError(undefined);
        }}
      />
      <FormError
        title="Your appeal could not be sent"
        uncertainTitle="Your appeal may have been sent"
        failure={failure}
      />
      <Button type="submit" busy={isPending} busyLabel="Sending..." className="self-start">
        Send the appeal
      </Button>
    </Form>
  );
}
