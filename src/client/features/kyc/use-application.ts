import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import type { KycApplicationInput } from '../../../shared/kyc/kyc.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { sessionStorageDraft } from '../../lib/session-storage-draft.ts';
import { useAction } from '../../lib/use-action.ts';
import { type DocumentUpload, dismissingRejection } from '../../lib/use-document-upload.ts';
import type { FieldProps } from '../../lib/use-form-fields.ts';
import { type LateFormFields, useLateFormFields } from '../../lib/use-late-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { emptyIdentity } from '../../ui/identity-fields.tsx';
import { type ApplicationField, applicationFields } from './application-fields.ts';
import { useDocumentSides } from './use-document-sides.ts';
import { useReloadApplications } from './use-reload-applications.ts';

async function loadTextFields() {
  const { kycApplicationInput } = await import('../../../shared/kyc/kyc.ts');
  return kycApplicationInput.omit({ documentImageUrl1: true, documentImageUrl2: true });
}
type TextFields = Omit<KycApplicationInput, 'documentImageUrl1' | 'documentImageUrl2'>;

function emptyForm(user: CurrentUser): Record<ApplicationField, string> {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    ...emptyIdentity,
    documentType1: 'passport',
    documentNumber1: '',
    documentType2: 'drivers_license',
    documentNumber2: '',
  };
}

export type Application = {
  form: LateFormFields<ApplicationField, TextFields>;
  field: (name: ApplicationField) => FieldProps<ApplicationField>;
  /** Whether both images show the same document. If so, the second type and number are copied from the first. */
  sameDocument: boolean;
  setSameDocument: (same: boolean) => void;
  front: DocumentUpload;
  back: DocumentUpload;
  /** A sentence about the missing sides; undefined once both are stored. */
  missing: string | undefined;
  /** Reuses an image of the rejected application, if it still exists. */
  reuse: { front: (() => void) | undefined; back: (() => void) | undefined };
  isPending: boolean;
  failure: ErrorText | undefined;
  submit: () => void;
};

/** The state of 'Submit New KYC Application'. The text of the form survives a reload and a new login. */
export function useApplication(user: CurrentUser, onSubmitted: () => void): Application {
  // The key contains the account, so that another user of this tab does not see the draft.
  const [draft] = useState(() => sessionStorageDraft(`kyc:${user.id}`, applicationFields));
  const form = useLateFormFields<ApplicationField, TextFields>({
    initial: () => emptyForm(user),
    restore: draft.load,
    onChange: draft.save,
    loadSchema: loadTextFields,
  });
  const [sameDocument, setSameDocument] = useState(false);
  const utils = trpc.useUtils();
  const { data: last } = trpc.kyc.lastDetails.useQuery();
  const { data: [newest] = [] } = trpc.kyc.myApplications.useQuery();
  /** The application and the details from which the form was last filled in. */
  const prefilledFrom = useRef<{ id: string; last: typeof last }>(undefined);
  useEffect(() => {
    if (last === undefined || !newest) return;
    const { id, documentType1, documentType2 } = newest;
    if (prefilledFrom.current?.id === id && prefilledFrom.current.last === last) return;
    prefilledFrom.current = { id, last };
    // What the user has typed takes precedence over the last application.
    const types = { documentType1, documentType2 };
    const filled = { ...(documentType1 === documentType2 && types), ...last, ...draft.load() };
    // Does not save these values as a draft, because a draft takes precedence over later applications.
    form.reset({ ...emptyForm(user), ...filled });
    // If the types are equal, the numbers show whether there are one or two documents.
    setSameDocument(
      filled.documentType1 !== undefined &&
        filled.documentType1 === filled.documentType2 &&
        filled.documentNumber1 === filled.documentNumber2,
    );
  }, [last, newest, draft, form, user]);
  const { front, back, showMissing, showSubmitted, showFailed } = useDocumentSides();
  const reuse = (upload: DocumentUpload, side: 'front' | 'back') => () =>
    upload.reuse('The picture from your last application', () => utils.client.kyc.reuseSide.mutate({ side }));
  const reload = useReloadApplications();
  const { isPending, failure, run, reset } = useAction(
    useMutation({
      // Awaits the validation, because its schema may still be loading.
      async mutationFn(sides: Pick<KycApplicationInput, 'documentImageUrl1' | 'documentImageUrl2'>) {
        const values = await form.check();
        return values && utils.client.kyc.submitApplication.mutate({ ...values, ...sides });
      },
      async onSuccess(application) {
        if (!application) return;
        showSubmitted();
        draft.clear();
        form.reset(emptyForm(user));
        setSameDocument(false);
        front.clear();
        back.clear();
        onSubmitted();
        await reload();
      },
      async onError(error) {
        await showFailed(error);
        // An admin may have made a final decision in the meantime.
        if (describeError(error).status === 409) await reload();
      },
    }),
    { form },
  );
  const sides = {
    front: dismissingRejection(front, failure, reset),
    back: dismissingRejection(back, failure, reset),
  };

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
    ...sides,
    missing: front.objectPath && back.objectPath ? undefined : bothSidesRequired,
    reuse: {
      front: last?.frontStays ? reuse(sides.front, 'front') : undefined,
      back: last?.backStays ? reuse(sides.back, 'back') : undefined,
    },
    isPending,
    failure,
    submit() {
      if (!front.objectPath || !back.objectPath) {
        reset();
        showMissing(bothSidesRequired);
        return;
      }
      run({ documentImageUrl1: front.objectPath, documentImageUrl2: back.objectPath });
    },
  };
}

const bothSidesRequired = 'Please upload both front and back sides of your document before submitting.';

function followerOf(name: ApplicationField): ApplicationField | undefined {
  if (name === 'documentType1') return 'documentType2';
  return name === 'documentNumber1' ? 'documentNumber2' : undefined;
}
