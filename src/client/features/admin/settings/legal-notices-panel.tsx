import { useState } from 'react';
import {
  type LegalNotice,
  legalNoticeInput,
  namesOfTexts,
  textsOfNotice,
} from '../../../../shared/auth/consents.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';

/** Milliseconds between two requests while emails are being sent. */
const pollMs = 3_000;

const isBeingSent = ({ finishedAt }: LegalNotice) => finishedAt === null;

/** The latest emails to all users about a changed legal text, and a form for a new one. */
export function LegalNoticesPanel() {
  const query = trpc.admin.consents.notices.useQuery(undefined, {
    // After an error, polling stops until the admin retries.
    refetchInterval: ({ state }) =>
      state.status !== 'error' && state.data?.notices.some(isBeingSent) ? pollMs : false,
  });
  const [isOpen, setIsOpen] = useState(false);
  return (
    <AdminQueryView
      query={query}
      errorTitle="The notices could not be loaded"
      skeleton={<TableSkeleton label="Loading the notices..." rows={2} />}
    >
      {({ notices, recipients }) => (
        <>
          {notices.length === 0 ? (
            <p className="border-t border-border py-4 text-muted">No notice has been sent.</p>
          ) : (
            <ul className="divide-y divide-border border-y border-border">
              {notices.map((notice) => (
                <Row key={notice.id} notice={notice} />
              ))}
            </ul>
          )}
          <Button variant="secondary" className="mt-4" onClick={() => setIsOpen(true)}>
            Email everyone about a change
          </Button>
          {isOpen && <NoticeEditor recipients={recipients} onClose={() => setIsOpen(false)} />}
        </>
      )}
    </AdminQueryView>
  );
}

function Row({ notice }: { notice: LegalNotice }) {
  const { document, summary, effectiveOn, createdAt, createdByName, emailed, recipients } = notice;
  return (
    <li className="py-4">
      <p className="font-semibold">
        {namesOfTexts(textsOfNotice(document))}, from {formatDate(effectiveOn)}
      </p>
      <p className="mt-1 measure wrap-anywhere whitespace-pre-line">{summary}</p>
      <p className="mt-1 text-sm text-muted">
        {isBeingSent(notice)
          ? `Being sent: ${emailed.toLocaleString('en-US')} of ${recipients.toLocaleString('en-US')} emails so far`
          : `Emailed to ${emailed === 1 ? 'one person' : `${emailed.toLocaleString('en-US')} people`}`}{' '}
        · {formatDateTime(createdAt)}
        {createdByName !== null && ` · by ${createdByName}`}
      </p>
    </li>
  );
}

const documents = [
  { value: 'terms', label: namesOfTexts(textsOfNotice('terms')) },
  { value: 'privacy', label: namesOfTexts(textsOfNotice('privacy')) },
  { value: 'both', label: 'Both' },
];
const emptyNotice = { document: 'terms', summary: '', effectiveOn: '' };

function NoticeEditor({ recipients, onClose }: { recipients: number; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [id] = useState(() => crypto.randomUUID());
  const form = useFormFields({ initial: () => emptyNotice, schema: legalNoticeInput });
  const people = recipients === 1 ? 'One person' : `${recipients.toLocaleString('en-US')} people`;

  const { isPending, failure, submit } = useAction(
    trpc.admin.consents.sendNotice.useMutation({
      onSuccess(after) {
        utils.admin.consents.notices.setData(undefined, after);
        showToast({ title: 'The emails are being sent', tone: 'success' });
        onClose();
      },
      // If no response arrived, the notice may have been sent. The list shows whether it was.
      onError: () => utils.admin.consents.notices.invalidate(),
    }),
    { form },
  );

  return (
    <FormDialog
      onClose={onClose}
      dirty={form.values.summary !== '' || form.values.effectiveOn !== ''}
      size="large"
      title="Email everyone about a change"
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ id }))}
      busy={isPending}
      submitLabel={
        recipients === 1 ? 'Email one person' : `Email ${recipients.toLocaleString('en-US')} people`
      }
      busyLabel="Sending..."
      // After a conflict, the emails of an earlier attempt may be on their way.
      failureTitle={failure?.code === 'conflict' ? 'Nothing was sent this time' : 'No email was sent'}
      uncertainTitle="The emails may have been sent"
      failure={failure}
    >
      <p className="measure">
        {people} with an account will get this email. Sending it cannot be undone. To also ask everyone to
        accept the new text on their next visit, choose that when you publish it.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...form.field('document')} label="What changes" options={documents} />
        <DateField {...form.field('effectiveOn')} label="Takes effect on" />
      </div>
      <TextAreaField
        {...form.field('summary')}
        label="What is new"
        hint="In plain words. The email links to the whole text."
        rows={5}
      />
    </FormDialog>
  );
}
