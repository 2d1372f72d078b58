import { useMutation } from '@tanstack/react-query';
import type { RegisterInput } from '../../../shared/auth/accounts.ts';
import { signUpDraft } from '../../lib/draft-owner.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { sessionStorageDraft } from '../../lib/session-storage-draft.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  clearRejectedSides,
  type DocumentUpload,
  dismissingRejection,
  useDocumentUpload,
} from '../../lib/use-document-upload.ts';
import { type LateFormFields, useLateFormFields } from '../../lib/use-late-form-fields.ts';
import { visitorStorage } from '../../lib/visitor-storage.ts';
import { trpc } from '../../trpc.ts';
import { emptyIdentity } from '../../ui/identity-fields.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAfterSignIn } from './use-after-sign-in.ts';

/** The schema of the text fields. The other fields are added when the form is sent. */
async function loadTextFields() {
  const { registerInput } = await import('../../../shared/auth/accounts.ts');
  return registerInput.omit({ documentImageUrl1: true, documentImageUrl2: true, texts: true });
}
type TextFields = Omit<RegisterInput, 'documentImageUrl1' | 'documentImageUrl2' | 'texts'>;

/** The fields that survive a reload. */
const savedFields = {
  firstName: '',
  lastName: '',
  email: '',
  ...emptyIdentity,
  documentType: '',
  documentNumber: '',
};
const emptyForm = { ...savedFields, password: '' };
type FieldName = keyof typeof emptyForm;

const draft = sessionStorageDraft(
  signUpDraft,
  Object.keys(savedFields) as (keyof typeof savedFields)[],
  visitorStorage,
);

export type SignUp = {
  form: LateFormFields<FieldName, TextFields>;
  front: DocumentUpload;
  back: DocumentUpload;
  /** Names the missing sides; undefined once both are stored. */
  missing: string | undefined;
  isPending: boolean;
  failure: ErrorText | undefined;
  submit: () => void;
};

/**
 * The state of the Sign Up tab. The text of the fields survives a reload; the password and the files do not.
 * @param onRegistered - called before the user counts as logged in
 */
export function useSignUp(onRegistered: () => void): SignUp {
  const form = useLateFormFields<FieldName, TextFields>({
    initial: () => emptyForm,
    restore: draft.load,
    onChange: draft.save,
    loadSchema: loadTextFields,
  });
  const { client, consents } = trpc.useUtils();
  // Loaded again only after a rejection: the form sends the versions that the visitor saw.
  const { data: texts } = trpc.consents.inEffect.useQuery();
  const afterSignIn = useAfterSignIn();
  const front = useRegistrationUpload('Front');
  const back = useRegistrationUpload('Back');
  const missing = missingSides({ front: front.objectPath, back: back.objectPath });
  const { isPending, failure, run, reset } = useAction(
    useMutation({
      // Awaits the validation, because its schema may still be loading.
      async mutationFn() {
        const input = await form.check();
        const sides = { documentImageUrl1: front.objectPath, documentImageUrl2: back.objectPath };
        return input && client.auth.register.mutate({ ...input, ...sides, texts });
      },
      onSuccess(user) {
        if (!user) return;
        draft.clear();
        onRegistered();
        afterSignIn(user);
      },
      onError(error) {
        const text = describeError(error);
        const fromServer = text.status !== undefined && text.status < 500;
        showToast({
          title: 'Registration failed',
          description: fromServer ? text.message : 'Failed to create account',
          tone: 'danger',
        });
        clearRejectedSides(text, front, back);
        if (text.fields?.texts) void consents.inEffect.invalidate();
      },
    }),
    { form },
  );

  function submit() {
    if (missing) {
      reset();
      showToast({
        title: 'Documents Required',
        description: 'Please upload both front and back side documents to continue',
        tone: 'danger',
      });
      return;
    }
    run();
  }

  return {
    form,
    front: dismissingRejection(front, failure, reset),
    back: dismissingRejection(back, failure, reset),
    missing,
    isPending,
    failure,
    submit,
  };
}

function useRegistrationUpload(side: 'Front' | 'Back'): DocumentUpload {
  return useDocumentUpload({
    purpose: 'registration',
    onUploaded: () => showToast({ title: `${side} side uploaded`, tone: 'success' }),
    onFailed: ({ description }) => showToast({ title: 'Upload Error', description, tone: 'danger' }),
  });
}

/** What the submit button waits for, such as "Back side still missing"; undefined when both sides are stored. */
export function missingSides(sides: {
  front: string | undefined;
  back: string | undefined;
}): string | undefined {
  if (sides.front && sides.back) return undefined;
  if (sides.front) return 'Back side still missing';
  return sides.back ? 'Front side still missing' : 'Front and back side still missing';
}
