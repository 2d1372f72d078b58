import type { TestEmail as TestEmailResult } from '../../../../shared/messages/test-email.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

const pollMs = 2_000;

/** Sends an email to the admin and shows whether the email server accepted it. */
export function TestEmail() {
  const utils = trpc.useUtils();
  const send = useAction(
    trpc.admin.email.sendTest.useMutation({ onSuccess: () => utils.admin.audit.list.invalidate() }),
  );
  const sent = send.data;
  const result = trpc.admin.email.testResult.useQuery(
    { id: sent?.id ?? '' },
    {
      enabled: sent?.connected === true,
      staleTime: 0,
      refetchInterval: ({ state }) => (isPending(state.data) ? pollMs : false),
    },
  ).data;
  return (
    <div className="flex flex-col items-start gap-3">
      <Button variant="secondary" busy={send.isPending} busyLabel="Sending..." onClick={() => send.run()}>
        Send a test email
      </Button>
      {send.failure ? (
        <Notice tone="danger" role="alert" title="No test email was sent">
          {send.failure.message}
        </Notice>
      ) : (
        sent && <Outcome test={result?.id === sent.id ? result : sent} />
      )}
    </div>
  );
}

/** Whether the server may still try to send the email. */
const isPending = (test: TestEmailResult | undefined) => test?.state !== 'sent' && test?.state !== 'failed';

function Outcome({ test: { to, state, connected, error } }: { test: TestEmailResult }) {
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
        Look for “Test email” in the inbox of {to}, and in the spam folder.
      </Notice>
    );
  }
  if (state === 'failed') {
    return (
      <Notice tone="danger" role="alert" title="The email could not be sent">
        {error ?? 'No reason is known.'}
      </Notice>
    );
  }
  return (
    <Notice role="status" title={error === null ? 'Sending...' : 'The email could not be sent yet'}>
      {error === null ? `To ${to}` : `We will try again. The error was: ${error}`}
    </Notice>
  );
}
