import { secretPurpose } from '../auth/totp.ts';
import { numberPurpose } from '../kyc/document-numbers.ts';
import { sealedSecretPurpose } from '../platform/crypto/open-sealing.ts';
import type { SealedColumn } from './sealed-columns.queries.ts';

/**
 * Every column with sealed (encrypted) values. `npm run keys:rotate` re-encrypts them with the new key, so values of a
 * column that is missing here are lost when the old key is removed.
 */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'sealed_secrets', key: 'name', column: 'sealed', purposeOf: sealedSecretPurpose },
  {
    table: 'kyc_applications',
    key: 'id',
    column: 'document_number_sealed1',
    purposeOf: (id) => numberPurpose(id, 1),
  },
  {
    table: 'kyc_applications',
    key: 'id',
    column: 'document_number_sealed2',
    purposeOf: (id) => numberPurpose(id, 2),
  },
  { table: 'two_factor_secrets', key: 'user_id', column: 'sealed', purposeOf: secretPurpose },
];
