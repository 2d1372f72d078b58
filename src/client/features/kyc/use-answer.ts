import { useState } from 'react';
import {
  answerRules,
  type KycAnswerInput,
  type KycRequest,
  kycAnswerInput,
} from '../../../shared/kyc/kyc-answer.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { sessionStorageDraft } from '../../lib/session-storage-draft.ts';
import { useAction } from '../../lib/use-action.ts';
import { type DocumentUpload, dismissingRejection } from '../../lib/use-document-upload.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { type ApplicationField, applicationFields } from './application-fields.ts';
import { useDocumentSides } from './use-document-sides.ts';
import { useReloadApplications } from './use-reload-applications.ts';

const textFields = kycAnswerInput.omit({ id: true, documentImageUrl1: true, documentImageUrl2: true });
type TextFields = Omit<KycAnswerInput, 'id' | 'documentImageUrl1' | 'documentImageUrl2'>;

function submittedValues(request: KycRequest): Record<ApplicationField, string> {
  const { firstName, lastName, dateOfBirth, phoneNumber, address, city, state, postalCode, country } =
    request;
  const { documentType1, documentType2 } = request;
  const texts = { firstName, lastName, dateOfBirth, phoneNumber, address, city, state, postalCode, country };
  return { ...texts, documentType1, documentType2, documentNumber1: '', documentNumber2: '' };
}

export type Answer = {
  /**
   * Whether the form shows the fields for the details: an admin requested the details, the document numbers were
   * erased, or a restored draft changes a field.
   */
  needsDetails: boolean;
  form: FormFields<ApplicationField, TextFields>;
  /**
   * What the applicant must send. `front`, `back`: a new image of that side, because it was requested or the old image
   * was erased. `either`: a new image of at least one side. `otherDocument`: the type and number of another document.
   */
  needs: { front: boolean; back: boolean; either: boolean; otherDocument: boolean };
  front: DocumentUpload;
  back: DocumentUpload;
  /** A sentence about what is still missing; undefined if nothing is. */
  missing: string | undefined;
  isPending: boolean;
  failure: ErrorText | undefined;
  submit: () => void;
};

/**
 * The state of the applicant's response to a reviewer's request. The fields start with the values that were submitted
 * before, without the document numbers.
 */
export function useAnswer(request: KycRequest, onAnswered: () => void): Answer {
  const [draft] = useState(() => sessionStorageDraft(`kyc-answer:${request.id}`, applicationFields));
  const form = useFormFields<ApplicationField, TextFields>({
    initial: () => ({ ...submittedValues(request), ...draft.load() }),
    schema: textFields,
    onChange: draft.save,
  });
  const reload = useReloadApplications();
  const { front, back, showMissing, showSubmitted, showFailed } = useDocumentSides();
  const { isPending, failure, submit, reset } = useAction(
    trpc.kyc.answerRequest.useMutation({
      async onSuccess() {
        showSubmitted();
        draft.clear();
        onAnswered();
        await reload();
      },
      async onError(error) {
        await showFailed(error);
        const { status, fields } = describeError(error);
        // The application was decided or the request answered elsewhere, or an image to be reused was erased.
        if (status === 409 || fields) await reload();
      },
    }),
    { form },
  );
  const rules = answerRules(request.requestedItems);
  const needs = {
    front: rules.front === 'new' || !request.frontStays,
    back: rules.back === 'new' || !request.backStays,
    either: rules.front === 'either',
    otherDocument: rules.otherDocument,
  };
  const [restoresDetails] = useState(() => {
    const submitted = submittedValues(request);
    const details = applicationFields.filter((name) => !(needs.otherDocument && name.startsWith('document')));
    return details.some((name) => form.values[name] !== submitted[name]);
  });
  const asksNumbers = !request.numbersStay && !needs.otherDocument;
  const isUploading = front.state.status === 'uploading' || back.state.status === 'uploading';
  const missing =
    missingSentence(needs, Boolean(front.objectPath), Boolean(back.objectPath)) ??
    (isUploading ? 'A picture is still uploading.' : undefined);

  return {
    needsDetails: rules.details || asksNumbers || restoresDetails,
    form,
    needs,
    front: dismissingRejection(front, failure, reset),
    back: dismissingRejection(back, failure, reset),
    missing,
    isPending,
    failure,
    submit() {
      submit(() => {
        if (missing !== undefined) {
          showMissing(missing);
          return undefined;
        }
        const values = form.check();
        const sides = {
          documentImageUrl1: front.objectPath ?? null,
          documentImageUrl2: back.objectPath ?? null,
        };
        return values && { ...values, ...sides, id: request.id };
      });
    },
  };
}

function missingSentence(needs: Answer['needs'], hasFront: boolean, hasBack: boolean): string | undefined {
  const lacksFront = needs.front && !hasFront;
  const lacksBack = needs.back && !hasBack;
  if (lacksFront && lacksBack) return 'The new pictures of both sides are still missing.';
  if (lacksFront) return 'The new picture of the front side is still missing.';
  if (lacksBack) return 'The new picture of the back side is still missing.';
  return needs.either && !hasFront && !hasBack ? 'The new picture is still missing.' : undefined;
}
