/** The fields of an application, in form order. Images are separate. */
export const applicationFields = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'phoneNumber',
  'address',
  'city',
  'state',
  'postalCode',
  'country',
  'documentType1',
  'documentNumber1',
  'documentType2',
  'documentNumber2',
] as const;
export type ApplicationField = (typeof applicationFields)[number];
