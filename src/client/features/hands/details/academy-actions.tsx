import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { materialLabels } from '../../../../shared/coaching/homework.ts';
import {
  attachHandInput,
  editAcademyHandInput,
  type HandView,
  publishHandInput,
} from '../../../../shared/hands/hands.ts';
import { useAction } from '../../../lib/use-action.ts';
import { type FormFields, useFormFields } from '../../../lib/use-form-fields.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmationDialog } from '../../../ui/confirmation-dialog.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';

export type AcademyActionsProps = { view: HandView; isAdmin: boolean };

/**
 * Admins publish a copy of their own hand, or attach a hand of the academy to a session, PDF or coaching plan. Admins
 * and coaches edit and withdraw hands of the academy.
 */
export function AcademyActions({ view, isAdmin }: AcademyActionsProps) {
  const { academy } = view;
  const [dialog, setDialog] = useState<'publish' | 'attach' | 'edit' | 'withdraw'>();
  const close = () => setDialog(undefined);
  const { run, isPending } = usePublication(view.id, close);
  return (
    <>
      {isAdmin && view.isOwn && (
        <Button variant="secondary" size="small" onClick={() => setDialog('publish')}>
          Publish for students
        </Button>
      )}
      {isAdmin && academy && (
        <Button variant="secondary" size="small" onClick={() => setDialog('attach')}>
          Attach to a session or PDF
        </Button>
      )}
      {academy && (
        <>
          <Button variant="secondary" size="small" onClick={() => setDialog('edit')}>
            Edit title and lesson
          </Button>
          {academy.isPublic ? (
            <Button variant="quietDanger" size="small" onClick={() => setDialog('withdraw')}>
              Withdraw...
            </Button>
          ) : (
            <Button
              variant="secondary"
              size="small"
              busy={isPending}
              busyLabel="Publishing..."
              onClick={() => run({ id: view.id, isPublic: true })}
            >
              Publish for students
            </Button>
          )}
        </>
      )}
      {dialog === 'publish' && <PublishDialog view={view} onClose={close} />}
      {dialog === 'attach' && <AttachDialog view={view} onClose={close} />}
      {dialog === 'edit' && <EditDialog view={view} onClose={close} />}
      <ConfirmationDialog
        open={dialog === 'withdraw'}
        onClose={close}
        title="Withdraw this hand?"
        description="Students no longer find it under Hands of the academy. Homework that links to it keeps its text, without the link. Sessions, PDFs and coaching plans that show the hand still open it for their students. Hands of the day, drills and the students’ own notes stay as they are. You can publish it again."
        confirmLabel="Withdraw the hand"
        onConfirm={() => run({ id: view.id, isPublic: false })}
        busy={isPending}
        busyLabel="Withdrawing..."
      />
    </>
  );
}

const published = {
  title: 'Published',
  description: 'Every student can open it now.',
  tone: 'success',
} as const;

/** Withdraws a hand of the academy, or publishes it again. */
function usePublication(id: string, leave: () => void) {
  const utils = trpc.useUtils();
  return useAction(
    trpc.hands.setAcademyHandPublic.useMutation({
      onSuccess(_, { isPublic }) {
        showToast(
          isPublic
            ? published
            : {
                title: 'Withdrawn',
                description: 'Admins and coaches still find it under Hands of the academy.',
                tone: 'success',
              },
        );
      },
      onError: (error, { isPublic }) =>
        showFailure(
          `The hand was not ${isPublic ? 'published' : 'withdrawn'}`,
          `The hand may have been ${isPublic ? 'published' : 'withdrawn'}`,
        )(error),
      onSettled: () =>
        Promise.all([
          utils.hands.get.invalidate({ id }),
          utils.hands.academy.invalidate(),
          utils.coaching.invalidate(),
        ]),
    }),
    { leave },
  );
}

type DialogProps = { view: HandView; onClose: () => void };

const editSchema = editAcademyHandInput.pick({ title: true, lesson: true });

function EditDialog({ view, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const form = useStoredForm({
    stored: { title: view.title ?? '', lesson: view.lesson ?? '' },
    version: view.academy?.updatedAt ?? '',
    schema: editSchema,
  });
  const { isPending, failure, submit } = useAction(
    trpc.hands.editAcademyHand.useMutation({
      onSuccess: onClose,
      onSettled: () =>
        Promise.all([utils.hands.invalidate(), utils.coaching.invalidate(), utils.daily.invalidate()]),
    }),
    { form },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Edit this hand"
      description="A new title also replaces the old one in the texts of sessions that show the hand."
      dirty={form.isDirty}
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ id: view.id, editedFrom: form.seenVersion }))}
      busy={isPending}
      submitLabel="Save the hand"
      busyLabel="Saving..."
      failureTitle="The hand was not saved"
      uncertainTitle="The hand may have been saved"
      failure={failure}
    >
      <LessonFields form={form} />
    </FormDialog>
  );
}

function LessonFields({ form }: { form: Pick<FormFields<'title' | 'lesson', unknown>, 'field'> }) {
  return (
    <>
      <TextField {...form.field('title')} label="Title" autoComplete="off" />
      <TextAreaField {...form.field('lesson')} label="What it teaches" hint="Shown at the end of the hand" />
    </>
  );
}

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
      async onSuccess() {
        await Promise.all([utils.hands.academy.invalidate(), utils.daily.material.invalidate()]);
        showToast(published);
      },
    }),
    { form, leave: ({ id }) => void navigate({ to: '/hands/$id', params: { id } }) },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Publish this hand?"
      description="A copy joins the academy’s hands, which every student can play. The poker room and the day of your hand are not shown."
      dirty
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ id: view.id }))}
      busy={isPending}
      submitLabel="Publish"
      busyLabel="Publishing..."
      failureTitle="The hand was not published"
      uncertainTitle="The hand may have been published"
      failure={failure}
    >
      <LessonFields form={form} />
    </FormDialog>
  );
}

const kinds = ['session', 'product', 'plan'] as const;

const exampleUrls: Record<string, string> = {
  session: '/coaching/12',
  product: '/read/product/12',
  plan: '/read/plan/3',
};

const attachSchema = z.object({
  kind: z.enum(kinds),
  id: z.string().regex(/^[1-9]\d{0,8}$/, 'Enter the number in the URL'),
  place: z.string().regex(/^\d{0,5}$/, 'Enter a whole number'),
  caption: attachHandInput.shape.caption,
});

function AttachDialog({ view, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const form = useFormFields({
    initial: () => ({ kind: 'session', id: '', place: '', caption: '' }),
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
    { form, fieldNames: { page: 'place' } },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Attach this hand"
      description="Everyone with access to the session, PDF or coaching plan sees the hand there."
      dirty={form.values.id !== '' || form.values.place !== '' || form.values.caption !== ''}
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
      uncertainTitle="The hand may have been attached"
      failure={failure}
    >
      <SelectField
        {...form.field('kind')}
        label="Where"
        options={kinds.map((kind) => ({ value: kind, label: materialLabels[kind] }))}
      />
      <TextField
        {...form.field('id')}
        label="Number"
        hint={`As in the URL of its page: ${exampleUrls[form.values.kind]}`}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField
        {...form.field('place')}
        label={isSession ? 'At second' : 'At page'}
        hint={isSession ? 'Empty: at the beginning' : 'Empty: on the first page'}
        inputMode="numeric"
        autoComplete="off"
      />
      <TextField {...form.field('caption')} label="Caption" optional autoComplete="off" />
    </FormDialog>
  );
}
