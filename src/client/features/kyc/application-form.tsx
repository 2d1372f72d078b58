import { type ReactNode, useId, useState } from 'react';
import { hasOwnDraft } from '../../lib/draft-owner.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { IdentityFields } from '../../ui/identity-fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { IdentityPromise } from '../identity-upload/identity-promise.tsx';
import { DocumentSide } from './document-side.tsx';
import type { Application } from './use-application.ts';

export type ApplicationFormProps = {
  application: Application;
  /** Whether the form starts expanded even if an application is open or approved. */
  startsOpen: boolean;
};

/**
 * The section 'Submit New KYC Application'. Collapsed while an application is open or approved, unless this tab stores
 * what the user typed into the form.
 */
export function ApplicationForm({ application, startsOpen }: ApplicationFormProps) {
  const {
    form,
    field,
    sameDocument,
    setSameDocument,
    front,
    back,
    missing,
    reuse,
    isPending,
    failure,
    submit,
  } = application;
  const missingId = useId();
  const replacementNote = useReplacementNote();
  const [opened, setOpened] = useState(startsOpen);
  // The server cannot read the storage of the browser tab.
  const hasDraft = useHydrated() && hasOwnDraft('kyc');
  // A new application is not needed while one is open or approved.
  if (replacementNote !== undefined && !opened && !hasDraft) {
    return (
      <section>
        <h2 className="mb-2 text-xl font-semibold">Submit New KYC Application</h2>
        <p className="mb-4 measure text-muted">Nothing is needed from you now. {replacementNote}</p>
        <Button variant="secondary" onClick={() => setOpened(true)}>
          Send other documents instead
        </Button>
      </section>
    );
  }
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">Submit New KYC Application</h2>
      {replacementNote !== undefined && <Notice className="mb-4">{replacementNote}</Notice>}
      <Card>
        <Form
          ref={form.formRef}
          aria-label="Submit New KYC Application"
          onSubmit={submit}
          className="flex flex-col gap-8"
        >
          <Group title="About you" note="Exactly as on your documents.">
            <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
            <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
            <IdentityFields field={field} />
          </Group>
          <Group title="Documents" note="Two sides of one document, or one side of two.">
            <IdentityPromise />
            <CheckboxField
              label="Both images are the same document"
              hint="Front and back of one document: we copy the type and number from the front."
              checked={sameDocument}
              onChange={(event) => setSameDocument(event.currentTarget.checked)}
              className="sm:col-span-2"
            />
            <DocumentSide
              number={1}
              documentType={form.values.documentType1}
              field={field}
              upload={front}
              locked={isPending}
            >
              <ReuseButton side="front" locked={isPending} onReuse={reuse.front} />
            </DocumentSide>
            <DocumentSide
              number={2}
              documentType={sameDocument ? form.values.documentType1 : ''}
              field={field}
              fieldsDisabled={sameDocument}
              upload={back}
              locked={isPending}
            >
              <ReuseButton side="back" locked={isPending} onReuse={reuse.back} />
            </DocumentSide>
          </Group>
          <div className="flex flex-col gap-4">
            <FormError title="Failed to submit KYC application. Please try again." failure={failure} />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button
                type="submit"
                disabled={missing !== undefined}
                busy={isPending}
                busyLabel="Submitting..."
                aria-describedby={missingId}
                className="w-full sm:w-auto"
              >
                Submit KYC Application
              </Button>
              <p id={missingId} role="status" className="min-w-0 flex-1 basis-60 text-sm text-muted">
                {missing}
              </p>
            </div>
          </div>
        </Form>
      </Card>
    </section>
  );
}

function Group({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  // Before hydration, a choice would be lost, and the details of the last application are not filled in yet.
  const hydrated = useHydrated();
  return (
    <fieldset disabled={!hydrated} className="min-w-0">
      <legend className="text-lg font-semibold">{title}</legend>
      <p className="mt-1 text-sm text-muted">{note}</p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

type ReuseButtonProps = {
  side: 'front' | 'back';
  locked: boolean;
  /** Undefined when there is no image to reuse. */
  onReuse: (() => void) | undefined;
};

/** Stays after it was pressed, so that the focus is not lost. */
function ReuseButton({ side, locked, onReuse }: ReuseButtonProps) {
  if (!onReuse) return null;
  return (
    <Button variant="secondary" size="small" disabled={locked} onClick={onReuse} className="self-start">
      Use the last picture
      <span className="sr-only"> for the {side} side</span>
    </Button>
  );
}

/** How a new application affects an open or approved one; undefined if no application is open or approved. */
function useReplacementNote(): string | undefined {
  const { data = [] } = trpc.kyc.myApplications.useQuery();
  const current = data.filter(({ supersededAt }) => supersededAt === null);
  if (current.some(({ status }) => status === 'pending' || status === 'requires_review')) {
    return 'A new application replaces the one that is being reviewed.';
  }
  if (current.some(({ status }) => status === 'approved')) {
    return 'You are verified, and you stay verified until a new application is decided.';
  }
  return undefined;
}
