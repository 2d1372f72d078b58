import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import {
  type LegalTextView,
  legalBody,
  legalDefinition,
  legalOriginals,
} from '../../../../shared/site-texts/legal-texts.ts';
import { calendarDay } from '../../../../shared/text-schemas.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { ConflictNotice } from '../../../ui/conflict-notice.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { StepUpDialog } from '../../session/step-up-dialog.tsx';
import { EditButton } from './edit-button.tsx';
import { TextInput } from './text-input.tsx';
import { useTextConflict } from './use-text-conflict.ts';

export type EditLegalTextProps = {
  title: string;
  current: LegalTextView;
  preview: (text: string) => ReactNode;
};

/** Lets an admin publish a new version of a legal text from its own page. */
export function EditLegalText(props: EditLegalTextProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <EditButton isPressed={isOpen} onPress={() => setIsOpen(true)}>
        Edit this page
      </EditButton>
      {isOpen && <Editor {...props} onClose={() => setIsOpen(false)} />}
      <StepUpDialog signsIn />
    </>
  );
}

const day = calendarDay('Enter a date such as 2027-01-31');
const schema = z.object({ body: legalBody, validOn: z.literal('').or(day) });

type Edited = { body: string; validOn: string; needsAcceptance: boolean };

/** The version that an admin edits: the planned one if it exists, otherwise the current one. */
function editedOf(view: LegalTextView) {
  const { version, body } = view.next ?? view;
  const { validOn = '', needsAcceptance = false } = view.next ?? {};
  return { version, body, validOn, needsAcceptance };
}

function Editor({ title, current, preview, onClose }: EditLegalTextProps & { onClose: () => void }) {
  const utils = trpc.useUtils();
  const { document } = current;
  const original = legalOriginals[document];
  const { base, theirs, onError, ...conflict } = useTextConflict(editedOf(current), async () =>
    editedOf(await utils.settings.legalText.fetch({ document }, { staleTime: 0 })),
  );
  const [needsAcceptance, setNeedsAcceptance] = useState(base.needsAcceptance);
  const form = useFormFields({ initial: () => ({ body: base.body, validOn: base.validOn }), schema });

  const { isPending, failure, submit, reset } = useAction(
    trpc.admin.legalTexts.publish.useMutation({
      async onSuccess(after) {
        await Promise.all([
          utils.settings.legalText.invalidate(),
          utils.settings.legalVersions.invalidate(),
          utils.consents.pending.invalidate(),
          utils.admin.audit.list.invalidate(),
        ]);
        const done = isWithdrawal ? 'Withdrawn' : 'Published';
        showToast({ title: after.next ? 'Planned' : done, description: title, tone: 'success' });
        onClose();
      },
      onError,
    }),
    { form },
  );

  function resetTo(chosen: Edited) {
    form.reset({ body: chosen.body, validOn: chosen.validOn });
    setNeedsAcceptance(chosen.needsAcceptance);
  }

  function resolve(chosen: Edited) {
    resetTo(chosen);
    conflict.resolve();
    // Removes the error of the conflict, which the dialog hides only until the conflict is resolved.
    reset();
  }

  const isWithdrawal =
    current.next !== null && form.values.validOn === '' && form.values.body.trim() === current.body.trim();
  const publishLabel = form.values.validOn === '' ? 'Publish this version' : 'Plan this version';
  const isChanged =
    form.values.body !== base.body ||
    form.values.validOn !== base.validOn ||
    needsAcceptance !== base.needsAcceptance;

  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      description="A new version takes effect immediately, or on the day below. Earlier versions are kept, with a record of which version each student agreed to."
      size="wide"
      dirty={!isPending && isChanged}
      formRef={form.formRef}
      onSubmit={() =>
        submit(() => {
          const typed = form.check();
          return (
            typed && {
              document,
              version: base.version,
              body: typed.body,
              validOn: typed.validOn || undefined,
              needsAcceptance,
            }
          );
        })
      }
      busy={isPending}
      submitLabel={isWithdrawal ? 'Withdraw the planned version' : publishLabel}
      busyLabel={isWithdrawal ? 'Withdrawing...' : 'Publishing...'}
      insteadOfSubmit={
        theirs && <p className="self-center text-sm text-muted">First choose which text to keep.</p>
      }
      failureTitle="Nothing was published"
      uncertainTitle="The text may have been published"
      failure={theirs ? undefined : failure}
      fieldsClass="grid gap-6 lg:grid-cols-2"
    >
      <div className="flex min-w-0 flex-col gap-4">
        {theirs && (
          <ConflictNotice
            title="A version was published in another tab or by another admin"
            onTakeTheirs={() => resolve(theirs)}
            takeLabel="Show that version"
            onKeepMine={() => resolve({ ...form.values, needsAcceptance })}
          >
            What you typed is still here and not published yet.
          </ConflictNotice>
        )}
        <TextInput
          definition={{ ...legalDefinition, original }}
          field={form.field('body')}
          saved={undefined}
          onReset={() => form.change({ body: original })}
        />
        {current.next && (
          <div>
            <p className="text-sm text-muted">
              This is the version that takes effect on {formatDate(current.next.validOn)}. To withdraw it, go
              back to the text that applies today.
            </p>
            {(form.values.body !== current.body || form.values.validOn !== '') && (
              <Button
                variant="quiet"
                size="small"
                onClick={() => resetTo({ body: current.body, validOn: '', needsAcceptance: false })}
                className="mt-1 -ml-3"
              >
                Back to the text that applies today
              </Button>
            )}
          </div>
        )}
        <DateField
          {...form.field('validOn')}
          label="Takes effect on (optional)"
          hint="From midnight in the academy’s time zone, which the legal settings name. Until then, the current version applies, and the page announces this one."
        />
        <CheckboxField
          label="Ask everyone to accept it"
          hint="For a material change. The legal texts promise an email before the change takes effect: send that email first, under Changed terms in the settings."
          checked={needsAcceptance}
          onChange={(event) => setNeedsAcceptance(event.currentTarget.checked)}
        />
      </div>
      <section aria-label="Preview" className="min-w-0">
        <p className="text-sm font-semibold">Preview</p>
        <div
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          tabIndex={0}
          className="mt-1 max-h-[70dvh] overflow-y-auto rounded-card border border-border bg-bg p-4"
        >
          {preview(form.values.body)}
        </div>
      </section>
    </FormDialog>
  );
}
