import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { documentTypeNames } from '../../../shared/enums.ts';
import type { KycRequest } from '../../../shared/kyc/kyc-answer.ts';
import { requestedItemTexts } from '../../../shared/kyc/kyc-reasons.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { IdentityFields } from '../../ui/identity-fields.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { IdentityPromise } from '../identity-upload/identity-promise.tsx';
import { DocumentSide } from './document-side.tsx';
import { type Answer, useAnswer } from './use-answer.ts';

export type AnswerFormProps = { request: KycRequest; onAnswered: () => void; onStartOver: () => void };

/** Asks for the requested items. The other values of the application are kept, and are shown below. */
export function AnswerForm({ request, onAnswered, onStartOver }: AnswerFormProps) {
  const answer = useAnswer(request, onAnswered);
  const { needsDetails, form, missing, isPending, failure, submit } = answer;
  const [showsDetails, setShowsDetails] = useState(needsDetails);
  // If the request changes, fields that are shown stay, because the user may have changed them.
  if (needsDetails && !showsDetails) setShowsDetails(true);
  const missingId = useId();
  return (
    <Card>
      <Form
        ref={form.formRef}
        aria-label="Answer our request"
        onSubmit={submit}
        className="flex flex-col gap-8"
      >
        <RequestedItems request={request} answer={answer} />
        {showsDetails && <Details request={request} answer={answer} />}
        <UnchangedItems
          request={request}
          answer={answer}
          includesDetails={!showsDetails}
          onChange={() => {
            flushSync(() => setShowsDetails(true));
            // The pressed button was removed, so the first field takes the focus.
            form.formRef.current?.querySelector<HTMLElement>('input[name="firstName"]')?.focus();
          }}
        />
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
              Send your answer
            </Button>
            <p id={missingId} role="status" className="min-w-0 flex-1 basis-60 text-sm text-muted">
              {missing}
            </p>
          </div>
          <p className="text-sm text-muted">
            Would you rather start over?{' '}
            <Button
              variant="quiet"
              size="small"
              className="max-sm:-ml-3"
              onClick={onStartOver}
              disabled={isPending}
            >
              Fill in a whole application
            </Button>
          </p>
        </div>
      </Form>
    </Card>
  );
}

function Group({ title, note, children }: { title: string; note: ReactNode; children?: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-lg font-semibold">{title}</legend>
      <div className="mt-1 text-sm text-muted">{note}</div>
      {children}
    </fieldset>
  );
}

function RequestedItems({ request, answer }: { request: KycRequest; answer: Answer }) {
  const { needs, front, back, isPending, form } = answer;
  const showsFront = needs.front || needs.either;
  const showsBack = needs.back || needs.either;
  return (
    <Group
      title="What we asked for"
      note={
        <>
          <ul className="list-disc pl-5">
            {request.requestedItems.map((item) => (
              <li key={item}>{requestedItemTexts[item].request}</li>
            ))}
          </ul>
          {needs.either && <p className="mt-1">Replace one of the two pictures with the bill or letter.</p>}
        </>
      }
    >
      {(showsFront || showsBack) && (
        <div className="mt-4 grid gap-4 sm:grid-cols-2">
          <IdentityPromise />
          {showsFront && (
            <DocumentSide
              number={1}
              documentType={needs.otherDocument ? form.values.documentType1 : request.documentType1}
              field={needs.otherDocument ? form.field : undefined}
              upload={front}
              locked={isPending}
            />
          )}
          {showsBack && (
            <DocumentSide
              number={2}
              documentType={needs.otherDocument ? form.values.documentType2 : request.documentType2}
              field={needs.otherDocument ? form.field : undefined}
              upload={back}
              locked={isPending}
            />
          )}
        </div>
      )}
    </Group>
  );
}

function Details({ request, answer: { form, needs } }: { request: KycRequest; answer: Answer }) {
  const { field } = form;
  return (
    <Group
      title="About you"
      note="Exactly as on your documents. What you do not change stays as you sent it."
    >
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <TextField {...field('firstName')} label="First name" autoComplete="given-name" />
        <TextField {...field('lastName')} label="Last name" autoComplete="family-name" />
        <IdentityFields field={field} />
        {!needs.otherDocument &&
          ([1, 2] as const).map((number) => (
            <TextField
              key={number}
              {...field(`documentNumber${number}`)}
              label={`Document ${number} number`}
              hint={
                request.numbersStay
                  ? `Leave empty to keep the one that ends in ${request[`documentNumberEnd${number}`]}`
                  : 'We no longer have this number. Please type it again.'
              }
              autoComplete="off"
              spellCheck={false}
            />
          ))}
      </div>
    </Group>
  );
}

type UnchangedItemsProps = {
  request: KycRequest;
  answer: Answer;
  includesDetails: boolean;
  onChange: () => void;
};

function UnchangedItems({
  request,
  answer: { form, needs, front, back },
  includesDetails,
  onChange,
}: UnchangedItemsProps) {
  const { values } = form;
  const items = [
    ...(needs.front || front.objectPath ? [] : [{ term: 'Front side', detail: 'The picture that you sent' }]),
    ...(needs.back || back.objectPath ? [] : [{ term: 'Back side', detail: 'The picture that you sent' }]),
    ...(needs.otherDocument || !includesDetails ? [] : [{ term: 'Document', detail: documentText(request) }]),
    ...(includesDetails
      ? [
          { term: 'Name', detail: `${values.firstName} ${values.lastName}` },
          { term: 'Date of birth', detail: formatDate(values.dateOfBirth) },
          { term: 'Phone number', detail: values.phoneNumber },
          {
            term: 'Address',
            detail: [values.address, values.postalCode, values.city, values.state, values.country].join(', '),
          },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <Group title="What stays the same" note={`As you sent it on ${formatDate(request.sentAt)}.`}>
      <DescriptionList items={items} className="mt-2" />
      {includesDetails && (
        <Button variant="secondary" size="small" onClick={onChange} className="mt-3">
          Change your details
        </Button>
      )}
    </Group>
  );
}

function documentText(request: KycRequest): string {
  const { documentType1, documentType2, documentNumberEnd1, documentNumberEnd2 } = request;
  const one = (type: KycRequest['documentType1'], end: string) =>
    `${documentTypeNames[type]}, number ending in ${end}`;
  const front = one(documentType1, documentNumberEnd1);
  const back = one(documentType2, documentNumberEnd2);
  return front === back ? front : `${front}; ${back}`;
}
