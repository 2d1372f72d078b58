import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AdminAnnouncement,
  type AnnouncementInput,
  announcementAudiences,
  announcementLimits,
  announcementTones,
} from '../../../../shared/messages/announcements.ts';
import { serverDate } from '../../../../shared/server-clock.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { AnnouncementStrip, announcementLinkClass } from '../../../ui/announcement-strip.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import {
  type AnnouncementDraft,
  announcementDraftSchema,
  draftOfAnnouncement,
  newAnnouncementDraft,
} from './announcement-draft.ts';
import { announcementFieldText, audienceLabels, toneLabels } from './announcement-labels.ts';

export type AnnouncementEditorProps = {
  /** The announcement to edit; undefined to create one. */
  announcement: AdminAnnouncement | undefined;
  onClose: () => void;
};

/** Creates or edits an announcement, with a preview above the fields. Mount it only while it is open. */
export function AnnouncementEditor({ announcement, onClose }: AnnouncementEditorProps) {
  const { client } = trpc.useUtils();
  const [start] = useState<AnnouncementDraft>(() =>
    announcement ? draftOfAnnouncement(announcement) : newAnnouncementDraft(serverDate()),
  );
  const stored = announcement ? draftOfAnnouncement(announcement) : start;
  const form = useStoredForm({
    stored,
    version: announcement?.version ?? 0,
    schema: announcementDraftSchema,
    describe: announcementFieldText,
  });
  const { isPending, failure, submit } = useAction(
    useMutation({
      async mutationFn({ version, ...values }: AnnouncementInput & { version: number }) {
        if (!announcement) return client.admin.announcements.create.mutate(values);
        return client.admin.announcements.update.mutate({ id: announcement.id, version, values });
      },
      onSuccess() {
        showToast({ title: announcement ? 'Announcement changed' : 'Announcement created', tone: 'success' });
        onClose();
      },
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );

  return (
    <FormDialog
      onClose={onClose}
      dirty={form.isDirty}
      size="large"
      title={announcement ? 'Change the announcement' : 'New announcement'}
      before={<Preview draft={form.values} />}
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ version: form.seenVersion }))}
      busy={isPending}
      submitLabel={announcement ? 'Save changes' : 'Announce'}
      busyLabel="Saving..."
      failureTitle={announcement ? 'The announcement was not changed' : 'The announcement was not created'}
      uncertainTitle={`The announcement may have been ${announcement ? 'changed' : 'created'}`}
      failure={failure}
    >
      <TextField
        {...form.field('message')}
        label="Text"
        hint={`One sentence, at most ${announcementLimits.message} characters`}
        autoComplete="off"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...form.field('audience')}
          label="Who sees it"
          options={announcementAudiences.map((value) => ({ value, label: audienceLabels[value] }))}
        />
        <SelectField
          {...form.field('tone')}
          label="How urgent"
          options={announcementTones.map((value) => ({ value, label: toneLabels[value] }))}
        />
        <DateField {...form.field('startsAt')} label="From" type="datetime-local" />
        <DateField {...form.field('endsAt')} label="Until" type="datetime-local" />
        <TextField
          {...form.field('linkPath')}
          label="Page that the link opens"
          optional
          placeholder="/products"
          spellCheck={false}
          autoComplete="off"
        />
        <TextField {...form.field('linkLabel')} label="Label of the link" optional autoComplete="off" />
      </div>
    </FormDialog>
  );
}

function Preview({ draft }: { draft: AnnouncementDraft }) {
  const tone = announcementTones.find((known) => known === draft.tone) ?? 'info';
  return (
    <figure className="mb-6">
      <figcaption className="mb-1 text-sm text-muted">As it appears at the bottom of the pages</figcaption>
      <div className="overflow-hidden rounded-control border border-border">
        <AnnouncementStrip
          tone={tone}
          message={draft.message.trim() === '' ? 'Your text' : draft.message}
          link={
            draft.linkLabel.trim() !== '' && <span className={announcementLinkClass}>{draft.linkLabel}</span>
          }
        />
      </div>
    </figure>
  );
}
