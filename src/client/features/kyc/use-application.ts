import { useState } from 'react';
import type { CurrentUser } from '../../../shared/accounts.ts';
import { type KycApplicationInput, kycApplicationInput } from '../../../shared/kyc.ts';
import { reviewTimeText } from '../../../shared/site-settings.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { sessionStorageDraft } from '../../lib/session-storage-draft.ts';
import { type DocumentUpload, returnRefusedSides } from '../../lib/use-document-upload.ts';
import { type FieldProps, type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { type ApplicationField, applicationFields } from './application-fields.ts';
import { isSignedOut, leadToLogin, useSideUpload } from './use-side-upload.ts';

const typedFields = kycApplicationInput.omit({ documentImageUrl1: true, documentImageUrl2: true });
type TypedFields = Omit<KycApplicationInput, 'documentImageUrl1' | 'documentImageUrl2'>;

function emptyForm(user: CurrentUser): Record<ApplicationField, string> {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    dateOfBirth: '',
    phoneNumber: '',
    address: '',
    city: '',
    state: '',
    postalCode: '',
    country: '',
    documentType1: 'passport',
    documentNumber1: '',
    documentType2: 'drivers_license',
    documentNumber2: '',
  };
}

export type Application = {
  form: FormFields<ApplicationField, TypedFields>;
  field: (name: ApplicationField) => FieldProps<ApplicationField>;
  /** Both images show one document: the second type and number follow the first (D-21). */
  sameDocument: boolean;
  setSameDocument: (same: boolean) => void;
  front: DocumentUpload;
  back: DocumentUpload;
  bothUploaded: boolean;
  busy: boolean;
  failure: ErrorText | undefined;
  submit: () => void;
};

/** The state of 'Submit New KYC Application'. What was typed survives a reload and logging in again. */
export function useApplication(user: CurrentUser, onSubmitted: () => void): Application {
  // By account: the next person who signs in in this tab must not find it.
  const [draft] = useState(() => sessionStorageDraft(`kyc:${user.id}`, applicationFields));
  const form = useFormFields<ApplicationField, TypedFields>({
    initial: () => ({ ...emptyForm(user), ...draft.load() }),
    schema: typedFields,
    onChange: draft.save,
  });
  const [sameDocument, setSameDocument] = useState(false);
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const utils = trpc.useUtils();
  const hours = useSiteSettings();
  const front = useSideUpload('Front');
  const back = useSideUpload('Back');
  const bothUploaded = Boolean(front.objectPath && back.objectPath);

  async function send(input: KycApplicationInput) {
    try {
      await utils.client.kyc.submitApplication.mutate(input);
      showToast({
        title: 'KYC Application Submitted',
        description: `Review usually takes ${reviewTimeText(hours)}.`,
        tone: 'success',
      });
      draft.clear();
      form.reset(emptyForm(user));
      setSameDocument(false);
      front.clear();
      back.clear();
      onSubmitted();
      await Promise.all([utils.kyc.myApplications.invalidate(), utils.auth.me.invalidate()]);
    } catch (error) {
      const text = describeError(error);
      setFailure(text);
      if (isSignedOut(text)) {
        await leadToLogin();
        return;
      }
      showToast({
        title: 'Error',
        description: 'Failed to submit KYC application. Please try again.',
        tone: 'danger',
      });
      returnRefusedSides(text, front, back);
      if (text.fields) form.showServerErrors(text.fields);
    }
  }

  return {
    form,
    field(name) {
      const props = form.field(name);
      const follower = followerOf(name);
      if (!sameDocument || !follower) return props;
      return {
        ...props,
        onChange: ({ currentTarget: { value } }) => form.change({ [name]: value, [follower]: value }),
      };
    },
    sameDocument,
    setSameDocument(same) {
      setSameDocument(same);
      const { documentType1, documentNumber1 } = form.values;
      if (same) form.change({ documentType2: documentType1, documentNumber2: documentNumber1 });
    },
    front,
    back,
    bothUploaded,
    busy,
    failure,
    submit() {
      if (busy) return;
      setFailure(undefined);
      if (!front.objectPath || !back.objectPath) {
        showToast({ title: 'Error', description: bothSidesRequired, tone: 'danger' });
        return;
      }
      const sides = { documentImageUrl1: front.objectPath, documentImageUrl2: back.objectPath };
      const input = form.check();
      if (input) run(() => send({ ...input, ...sides }));
    },
  };
}

// S1 §5.
export const bothSidesRequired =
  'Please upload both front and back sides of your document before submitting.';

function followerOf(name: ApplicationField): ApplicationField | undefined {
  if (name === 'documentType1') return 'documentType2';
  return name === 'documentNumber1' ? 'documentNumber2' : undefined;
}
