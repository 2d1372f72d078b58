import { useState } from 'react';
import { kycAppealInput } from '../../../shared/kyc/kyc-review.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The one appeal against a final decision. */
export function AppealForm({ applicationId }: { applicationId: string }) {
  const utils = trpc.useUtils();
  const { busy, run } = useSingleRun();
  const [message, setMessage] = useState('');
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<ErrorText>();

  function submit(field: Element | null) {
    const input = kycAppealInput.safeParse({ id: applicationId, message: message.replace(/\s+/g, ' ') });
    setFailure(undefined);
    if (!input.success) {
      setError(input.error.issues[0]?.message);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    run(async () => {
      try {
        await utils.client.kyc.appeal.mutate(input.data);
        showToast({ title: 'Appeal sent', description: 'A person looks at it again.', tone: 'success' });
      } catch (caught) {
        const text = describeError(caught);
        setFailure(text);
        setError(text.fields?.message);
        if (text.status !== 409) return;
      }
      await Promise.all([utils.kyc.myApplications.invalidate(), utils.auth.me.invalidate()]);
    });
  }

  return (
    <form
      noValidate
      aria-label="Appeal"
      className="mt-4 flex measure flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit(event.currentTarget.querySelector('textarea'));
      }}
    >
      <TextAreaField
        label="Why should we look at it again?"
        hint="You can appeal once, so please tell us everything that matters."
        maxLength={1_000}
        value={message}
        error={error}
        onChange={(event) => {
          setMessage(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <FormError title="Your appeal could not be sent" {...formFailure(failure)} />
      <Button type="submit" busy={busy} busyLabel="Sending..." className="self-start">
        Send the appeal
      </Button>
    </form>
  );
}
