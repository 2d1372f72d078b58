import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { attachHandInput, type HandView, publishHandInput } from '../../../../shared/hands/hands.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';

/**
 * Actions of admins: publish a copy of their own hand, or attach a hand of the academy to a session, PDF or coaching
 * plan.
 */
export function AcademyActions({ view }: { view: HandView }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {view.isOwn ? 'Publish for students' : 'Attach to a session or PDF'}
      </Button>
      {isOpen && view.isOwn && <PublishDialog view={view} onClose={close} />}
      {isOpen && !view.isOwn && <AttachDialog view={view} onClose={close} />}
    </>
  );
}

type DialogProps = { view: HandView; onClose: () => void };

const publishSchema = publishHandInput.pick({ title: true, lesson: true });

function PublishDialog({ view, onClose }: DialogProps) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const form = useFormFields({
    initial: () => ({ title: view.title ?? '', lesson: view.own?.note ?? '' }),
    schema: publishSchema,
  });
  const { isPending, failure, submit } = useAction(
    trpc.admin.hands.publish.useMutation({
      async onSuccess({ id }) {
        await utils.hands.academy.invalidate();
        showToast({ title: 'Published', description: 'Every student can open it now.', tone: 'success' });
        await navigate({ to: '/hands/$id', params: { id } });
      },
    }),
    { form },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Publish this hand?"
      description="A copy joins the academy’s hands, which every student can play. The stakes and the day of your hand are not shown."
      dirty
      formRef={form.formRef}
      onSubmit={() =>
        submit(() => {
          const values = form.check();
          return values && { id: view.id, ...values };
        })
      }
      busy={isPending}
      submitLabel="Publish"
      busyLabel="Publishing..."
      failureTitle="The hand was not published"
      failure={failure}
    >
      <TextField {...form.field('title')} label="Title" autoComplete="off" />
      <TextAreaField {...form.field('lesson')} label="What it teaches" hint="Shown at the end of the hand" />
    </FormDialog>
  );
}

const kindOptions = [
  { value: 'session', label: 'Session' },
  { value: 'product', label: 'PDF' },
  { value: 'plan', label: 'Coaching plan' },
];

const attachSchema = z.object({
  kind: z.enum(['session', 'product', 'plan']),
  id: z.string().regex(/^[1-9]\d{0,8}$/, 'Enter the number in the URL'),
  place: z.string().regex(/^\d{1,5}$/, 'Enter a whole number'),
  caption: attachHandInput.shape.caption,
});

function AttachDialog({ view, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const form = useFormFields({
    initial: () => ({ kind: 'session', id: '', place: '0', caption: '' }),
    schema: attachSchema,
  });
  const isSession = form.values.kind === 'session';
  const { isPending, failure, submit } = useAction(
    trpc.admin.hands.attach.useMutation({
      onSuccess() {
        showToast({ title: 'Attached', tone: 'success' });
        onClose();
      },
      onSettled: () => utils.hands.listAttached.invalidate(),
    }),
    { form },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Attach this hand"
      description="Everyone with access to the session, PDF or coaching plan sees the hand there."
      dirty={form.values.id !== ''}
      formRef={form.formRef}
      onSubmit={() =>
        submit(() => {
          const values = form.check();
          if (!values) return undefined;
          const [id, at] = [Number(values.id), Number(values.place)];
          return {
            handId: view.id,
            place:
              values.kind === 'session'
                ? { kind: values.kind, id, atSeconds: at }
                : { kind: values.kind, id, page: Math.max(at, 1) },
            atAction: null,
            caption: values.caption,
          };
        })
      }
      busy={isPending}
      submitLabel="Attach"
      busyLabel="Attaching..."
      failureTitle="The hand was not attached"
      failure={failure}
    >
      <SelectField {...form.field('kind')} label="Where" options={kindOptions} />
      <TextField
        {...form.field('id')}
        label="Number"
        hint={isSession ? 'As in the URL of the session: /coaching/12' : 'As in the URL of its reader'}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        {...form.field('place')}
        label={isSession ? 'At second' : 'At page'}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField {...form.field('caption')} label="Caption" optional autoComplete="off" />
    </FormDialog>
  );
}
