import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { dayText } from '../../../../shared/day-text.ts';
import { contactTopicNames } from '../../../../shared/messages/contact.ts';
import { type MessageThread, replyInput } from '../../../../shared/messages/contact-messages.ts';
import { fillTemplate, type ReplyTemplate } from '../../../../shared/messages/reply-templates.ts';
import { fullName } from '../../../../shared/person-name.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { sessionStorageDraft } from '../../../lib/session-storage-draft.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { useSiteSettings } from '../../settings/use-site-settings.ts';
import { useRefresh } from '../use-refresh.ts';
import { ReplyTemplatesDialog } from './reply-templates-dialog.tsx';
import { useShowThread } from './use-show-thread.ts';

export type ReplyFormProps = {
  thread: MessageThread;
  /** A second button beside "Reply". */
  otherAction: ReactNode;
  /** The result of `useSeenVersion`. */
  seen: RefObject<number | undefined>;
};

const draftOf = (messageId: string) => sessionStorageDraft(`reply:${messageId}`, ['body', 'version']);

/**
 * The version of the thread that the admin saw when they began to type a reply; undefined while nothing is typed. A
 * newer version that is loaded later, for example after the admin has added a note, may contain a reply that the admin
 * has not noticed.
 */
export function useSeenVersion(messageId: string): RefObject<number | undefined> {
  const [initial] = useState(() => Number(draftOf(messageId).load().version) || undefined);
  return useRef(initial);
}

/** Records that the admin has seen this version, in `seen` and in the stored draft of the reply. */
export function setSeenVersion(
  messageId: string,
  seen: RefObject<number | undefined>,
  version: number,
): void {
  seen.current = version;
  const draft = draftOf(messageId);
  draft.save({ ...draft.load(), version: version.toString() });
}

/** Emails a reply to the writer of the message. The text survives a reload, a failure and another admin's reply. */
export function ReplyForm({ thread: { message, version }, otherAction, seen }: ReplyFormProps) {
  const utils = trpc.useUtils();
  const refresh = useRefresh();
  const showThread = useShowThread();
  const { user } = useCurrentUser();
  const { academyName } = useSiteSettings();
  const [editing, setEditing] = useState(false);
  // A reply does not complete a privacy request, so by default the request stays open.
  const [closes, setCloses] = useState(message.topic !== 'privacy');
  const templates = trpc.admin.contact.templates.useQuery();
  const draft = draftOf(message.id);
  function store(body: string, seenVersion: number | undefined) {
    seen.current = seenVersion;
    draft.save({ body, version: seenVersion?.toString() });
  }
  const form = useFormFields({
    initial: () => ({ body: '' }),
    restore: () => ({ body: draft.load().body ?? '' }),
    onChange: ({ body }) => store(body, body === '' ? undefined : (seen.current ?? version)),
    schema: replyInput.pick({ body: true }),
  });
  const { isPending, failure, submit } = useAction(
    trpc.admin.contact.reply.useMutation({
      onSuccess(sent) {
        if (form.resetSent({ body: '' })) store('', undefined);
        else store(form.values.body, sent.version);
        showToast({ title: 'Reply sent', description: message.email, tone: 'success' });
        showThread(sent);
      },
      async onSettled(sent, error) {
        await refresh.onSettled(sent, error);
        if (error?.data?.code !== 'conflict' || seen.current === undefined) return;
        // The thread now shows what the other admin wrote, which the error asks the admin to read. If the thread could
        // not be loaded, `shown` is still the old version, and sending the reply again causes another conflict.
        const shown = utils.admin.contact.thread.getData({ id: message.id });
        if (shown) setSeenVersion(message.id, seen, shown.version);
      },
    }),
    { form },
  );

  function insert(template: ReplyTemplate | undefined) {
    if (!template) return;
    const filled = fillTemplate(template.body, {
      '{name}': message.name,
      '{topic}': contactTopicNames[message.topic],
      '{date}': dayText(message.createdAt),
      '{academy}': academyName,
      '{me}': fullName(user?.firstName ?? null, user?.lastName ?? null),
    });
    const before = form.values.body.trimEnd();
    form.change({ body: before === '' ? filled : `${before}\n\n${filled}` });
  }

  return (
    <>
      <Form
        ref={form.formRef}
        aria-label="Reply"
        onSubmit={() =>
          submit(() => form.checkWith({ id: message.id, version: seen.current ?? version, close: closes }))
        }
        className="mt-8 flex flex-col gap-4"
      >
        <div className="flex flex-wrap items-end gap-3">
          {(templates.data ? templates.data.length > 0 : templates.isError) && (
            <SelectField
              label="Insert a template"
              value=""
              placeholder={choiceHint(templates, 'Choose a template')}
              options={(templates.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
              onChange={({ currentTarget }) =>
                insert(templates.data?.find(({ id }) => id === currentTarget.value))
              }
              className="min-w-56 flex-1"
            />
          )}
          <Button variant="secondary" onClick={() => setEditing(true)}>
            Edit templates
          </Button>
        </div>
        <TextAreaField
          {...form.field('body')}
          label="Your reply"
          hint={`Sent to ${message.email}. The academy’s name and the original message are added below.`}
          rows={8}
        />
        <CheckboxField
          label="Close the message: nothing is left to do"
          checked={closes}
          onChange={({ currentTarget }) => setCloses(currentTarget.checked)}
        />
        <FormError
          title="The reply was not sent"
          uncertainTitle="The reply may have been sent"
          failure={failure}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={isPending} busyLabel="Sending...">
            Reply
          </Button>
          {otherAction}
        </div>
      </Form>
      {editing && (
        <ReplyTemplatesDialog
          templates={templates.data ?? []}
          draft={form.values.body}
          onClose={() => setEditing(false)}
        />
      )}
    </>
  );
}
