import type { TestEmail as TestEmailResult } from '../../../../shared/messages/test-email.ts';
import type { EmailPart, EmailTextKey } from '../../../../shared/site-texts/email-texts.ts';
import { mayHaveSucceeded } from '../../../lib/error-text.ts';
import { type Action, useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';

const pollMs = 2_000;

/** Sends an email to the admin and shows whether the email server accepted it. */
export function TestEmail() {
  const send = useAction(trpc.admin.email.sendTest.useMutation());
  return <SendTest {...send} onSend={() => send.run()} />;
}

export type TextTestEmailProps = {
  email: EmailTextKey;
  /** The texts of the email in the form. */
  textOf: (part: EmailPart) => string;
};

/** Sends the admin an email with the texts in the form. */
export function TextTestEmail({ email, textOf }: TextTestEmailProps) {
  const send = useAction(trpc.admin.email.sendTextTest.useMutation());
  const texts = () => ({ subject: textOf('subject'), body: textOf('body'), closing: textOf('closing') });
  return <SendTest {...send} onSend={() => send.run({ email, texts: texts() })} />;
}

type SendTestProps = Pick<Action<unknown, TestEmailResult>, 'isPending' | 'data' | 'failure'> & {
  onSend: () => void;
};

function SendTest({ isPending, data: sent, failure, onSend }: SendTestProps) {
  const result = trpc.admin.email.testResult.useQuery(
    { id: sent?.id ?? '' },
    {
      enabled: sent?.connected === true,
      // After an error, polling stops until the admin retries.
      refetchInterval: ({ state }) =>
        state.status !== 'error' && mayStillBeSent(state.data) ? pollMs : false,
    },
  );
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" busy={isPending} busyLabel="Sending..." onClick={onSend}>
        Send a test email
      </Button>
      {failure ? (
        <Notice
          tone="danger"
          role="alert"
          title={mayHaveSucceeded(failure) ? 'The test email may have been sent' : 'No test email was sent'}
        >
          {failure.message}
        </Notice>
      ) : (
        sent && (
          <AdminQueryView
            query={result}
            errorTitle="The state of the test email could not be loaded"
            skeleton={<Outcome test={sent} />}
          >
            {(test) => <Outcome test={test} />}
          </AdminQueryView>
        )
      )}
    </div>
  );
}

/** True until the email is sent or has failed. */
const mayStillBeSent = (test: TestEmailResult | undefined) =>
  test?.state !== 'sent' && test?.state !== 'failed';

function Outcome({ test: { to, subject, state, connected, error } }: { test: TestEmailResult }) {
  if (!connected) {
    return (
      <Notice tone="warning" role="status" title="The email is stored, not sent">
        No email server is connected.
      </Notice>
    );
  }
  if (state === 'sent') {
    return (
      <Notice tone="success" role="status" title="The email server accepted the email">
        Look for “{subject}” in the inbox of {to}, and in the spam folder.
      </Notice>
    );
  }
  if (state === 'failed') {
    return (
      <Notice tone="danger" role="alert" title="The email could not be sent">
        {error ?? 'The reason is not known.'}
      </Notice>
    );
  }
  return (
    <Notice role="status" title={error === null ? 'Sending...' : 'The email could not be sent yet'}>
      {error === null ? `To ${to}` : `We will try again. The error was: ${error}`}
    </Notice>
  );
}
