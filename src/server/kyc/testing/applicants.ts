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
  documentType2?: 'passport' | 'drivers_license';
  /** Image of the front side; by default, a different image on every call. */
  front?: Buffer;
};

let serial = 0;

/** Submits an application with two new documents and, by default, unique numbers. */
export async function submitForm(app: TestApp, user: TestUser, { front, ...more }: ApplicationChanges = {}) {
  const caller = app.caller(user);
  serial += 1;
  return caller.kyc.submitApplication({
    ...applicantForm,
    documentNumber1: `FRONT-${serial}`,
    documentNumber2: `BACK-${serial}`,
    ...more,
    documentImageUrl1: await app.uploadDocument(caller, front),
    documentImageUrl2: await app.uploadDocument(caller),
  });
}

export async function createApplicant(app: TestApp, more: ApplicationChanges = {}) {
  const user = await app.createUser({ firstName: 'Nora', lastName: 'Kestrel' });
  const { id } = await submitForm(app, user, more);
  return { user, id };
}
