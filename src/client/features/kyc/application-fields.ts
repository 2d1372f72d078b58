/** What an applicant types, in the order of the form; the pictures come beside it. */
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
