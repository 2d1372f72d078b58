import type { DocumentType } from '../../../shared/enums.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';

/** The fields of an application, without the documents. */
export const applicantForm = {
  firstName: 'Nora',
  lastName: 'Kestrel',
  dateOfBirth: '1990-01-31',
  phoneNumber: '+1 555 010 0199',
  address: '4 Quay Street',
  city: 'Halifax',
  state: 'NS',
  country: 'Canada',
  postalCode: 'B3H 1A1',
};

type ApplicationChanges = Partial<typeof applicantForm> & {
  documentNumber1?: string;
  documentNumber2?: string;
  documentType1?: DocumentType;
  documentType2?: DocumentType;
  /** Images of the two sides; by default, different ones on every call. */
  front?: Buffer | undefined;
  back?: Buffer | undefined;
};

let serial = 0;

/**
 * Submits an application with two new documents and, by default, unique numbers.
 * @returns the application, with the references of its documents
 */
export async function submitForm(
  app: TestApp,
  user: TestUser,
  { front, back, ...more }: ApplicationChanges = {},
) {
  const caller = app.caller(user);
  serial += 1;
  const documentImageUrl1 = await app.uploadDocument(caller, front);
  const documentImageUrl2 = await app.uploadDocument(caller, back);
  const application = await caller.kyc.submitApplication({
    ...applicantForm,
    documentNumber1: `FRONT-${serial}`,
    documentNumber2: `BACK-${serial}`,
    ...more,
    documentImageUrl1,
    documentImageUrl2,
  });
  return { ...application, front: documentImageUrl1, back: documentImageUrl2 };
}

export async function createApplicant(app: TestApp, more: ApplicationChanges = {}) {
  const user = await app.createUser({ firstName: 'Nora', lastName: 'Kestrel' });
  const { id } = await submitForm(app, user, more);
  return { user, id };
}
