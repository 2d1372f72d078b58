import { type ReactNode, useId, useState } from 'react';
import { formFailure } from '../../lib/form-failure.ts';
import type { DocumentUpload } from '../../lib/use-document-upload.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { IdentityFields } from '../../ui/identity-fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DocumentDrop, documentTypeOptions } from '../identity-upload/document-drop.tsx';
import { IdentityPromise } from '../identity-upload/identity-promise.tsx';
import { type Application, bothSidesRequired } from './use-application.ts';

export type ApplicationFormProps = {
  application: Application;
  /** Whether the form starts expanded even if an application is open or approved. */
  startsOpen: boolean;
};

/** 'Submit New KYC Application'. Collapsed while an application is open or approved. */
export function ApplicationForm({ application, startsOpen }: ApplicationFormProps) {
  const {
    form,
    field,
    sameDocument,
    setSameDocument,
    front,
    back,
    bothUploaded,
    reuse,
    isPending,
    failure,
    submit,
  } = application;
  const sidesId = useId();
  const replacementNote = useReplacementNote();
  const [opened, setOpened] = useState(startsOpen);
  // A new application is not needed while one is open or approved.
  if (replacementNote !== undefined && !opened) {
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
        <form
          ref={form.formRef}
          noValidate
          aria-label="Submit New KYC Application"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
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
              hint="Its front and back: we copy type and number from the front."
              checked={sameDocument}
              onChange={(event) => setSameDocument(event.currentTarget.checked)}
              className="sm:col-span-2"
            />
            <Side
              side="Front"
              documentType={form.values.documentType1}
              type={
                <SelectField
                  {...field('documentType1')}
                  label="Document 1 type"
                  options={documentTypeOptions}
                />
              }
              number={
                <TextField
                  {...field('documentNumber1')}
                  label="Document 1 number"
                  autoComplete="off"
                  spellCheck={false}
                />
              }
              upload={front}
              onReuse={reuse.front}
              locked={isPending}
            />
            <Side
              side="Back"
              documentType={sameDocument ? form.values.documentType1 : ''}
              type={
                <SelectField
                  {...field('documentType2')}
                  label="Document 2 type"
                  options={documentTypeOptions}
                  disabled={sameDocument}
                />
              }
              number={
                <TextField
                  {...field('documentNumber2')}
                  label="Document 2 number"
                  autoComplete="off"
                  spellCheck={false}
                  disabled={sameDocument}
                />
              }
              upload={back}
              onReuse={reuse.back}
              locked={isPending}
            />
          </Group>
          <div className="flex flex-col gap-4">
            <FormError
              title="Failed to submit KYC application. Please try again."
              {...formFailure(failure)}
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Button
                type="submit"
                disabled={!bothUploaded}
                busy={isPending}
                busyLabel="Submitting..."
                aria-describedby={sidesId}
                className="w-full sm:w-auto"
              >
                Submit KYC Application
              </Button>
              <p id={sidesId} role="status" className="min-w-0 flex-1 basis-60 text-sm text-muted">
                {!bothUploaded && bothSidesRequired}
              </p>
            </div>
          </div>
        </form>
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

type SideProps = {
  /** If two documents are sent, `Front` stands for the first and `Back` for the second. */
  side: 'Front' | 'Back';
  documentType: string;
  type: ReactNode;
  number: ReactNode;
  upload: DocumentUpload;
  /** Undefined when there is no image to reuse. */
  onReuse: (() => void) | undefined;
  locked: boolean;
};

function Side({ side, documentType, type, number, upload, onReuse, locked }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {type}
      {number}
      <DocumentDrop side={side} documentType={documentType} purpose="kyc" upload={upload} disabled={locked} />
      {/* The button stays after it was used, so that keyboard focus is not lost. */}
      {onReuse && (
        <Button variant="secondary" size="small" disabled={locked} onClick={onReuse} className="self-start">
          Use the last picture
          <span className="sr-only"> for the {side.toLowerCase()} side</span>
        </Button>
      )}
    </div>
  );
}

/** How a new application affects the one that is open or approved; undefined when there is none. */
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
