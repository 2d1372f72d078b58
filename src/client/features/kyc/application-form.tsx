import { type ReactNode, useId } from 'react';
import { documentTypeNames, documentTypes } from '../../../shared/enums.ts';
import { uploadRules } from '../../../shared/limits.ts';
import { formFailure } from '../../lib/form-failure.ts';
import type { DocumentUpload } from '../../lib/use-document-upload.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { IdentityFields } from '../../ui/identity-fields.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Application, bothSidesRequired } from './use-application.ts';

const documentTypeOptions = documentTypes.map((type) => ({ value: type, label: documentTypeNames[type] }));
const { hint, contentTypes } = uploadRules.kyc;

/** 'Submit New KYC Application'. */
export function ApplicationForm({ application }: { application: Application }) {
  const {
    form,
    field,
    sameDocument,
    setSameDocument,
    front,
    back,
    bothUploaded,
    isPending,
    failure,
    submit,
  } = application;
  const sidesId = useId();
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">Submit New KYC Application</h2>
      <CurrentDecision />
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
          <Group title="About you" note="As it stands in your documents.">
            <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
            <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
            <IdentityFields field={field} />
          </Group>
          <Group title="Documents" note="Only our reviewers see them.">
            <CheckboxField
              label="Both images are the same document"
              hint="Its front and its back: type and number are taken over from the front."
              checked={sameDocument}
              onChange={(event) => setSameDocument(event.currentTarget.checked)}
              className="sm:col-span-2"
            />
            <Side
              title="Front"
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
              locked={isPending}
            />
            <Side
              title="Back"
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
  return (
    <fieldset className="min-w-0">
      <legend className="text-lg font-semibold">{title}</legend>
      <p className="mt-1 text-sm text-muted">{note}</p>
      <div className="mt-4 grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

type SideProps = {
  title: 'Front' | 'Back';
  type: ReactNode;
  number: ReactNode;
  upload: DocumentUpload;
  locked: boolean;
};

function Side({ title, type, number, upload, locked }: SideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {type}
      {number}
      <FileDrop
        label={`${title} side`}
        hint={hint}
        accept={contentTypes.join(',')}
        state={upload.state}
        onPick={upload.pick}
        disabled={locked}
      />
    </div>
  );
}

/** Says above the form what a new application does to the existing one. */
function CurrentDecision() {
  const { data = [] } = trpc.kyc.myApplications.useQuery();
  const current = data.filter(({ supersededAt }) => supersededAt === null);
  if (current.some(({ status }) => status === 'pending' || status === 'requires_review')) {
    return (
      <Notice className="mb-4">A new application takes the place of the one that is being looked at.</Notice>
    );
  }
  if (current.some(({ status }) => status === 'approved')) {
    return (
      <Notice className="mb-4">
        You are verified, and you stay verified until a new application is decided.
      </Notice>
    );
  }
  return null;
}
