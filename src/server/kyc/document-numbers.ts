import type { Deps } from '../deps.ts';
import { invalidField } from '../errors.ts';
import { IntegrityError, type Sealing } from '../platform/crypto/sealing.ts';
import type { KycApplicationRow } from '../platform/db/tables/kyc-tables.ts';

type Side = 1 | 2;

type NumberColumns = Pick<
  KycApplicationRow,
  | 'document_number1'
  | 'document_number2'
  | 'document_number_sealed1'
  | 'document_number_sealed2'
  | 'document_number_hash1'
  | 'document_number_hash2'
  | 'document_number_tail1'
  | 'document_number_tail2'
>;

const tailLength = 4;

/**
 * The purpose for which a number is sealed. It names the row and the column, so that the number can be decrypted only
 * there.
 */
export function numberPurpose(applicationId: string, side: Side): string {
  return `kyc_applications.document_number_sealed${side}:${applicationId}`;
}

/**
 * The columns that store two document numbers: the sealed numbers, hashes that find duplicates, and the last
 * characters.
 */
export function sealNumbers(
  sealing: Sealing,
  applicationId: string,
  [number1, number2]: readonly [string, string],
): NumberColumns {
  const seal = (side: Side, number: string) =>
    sealing.seal(numberPurpose(applicationId, side), Buffer.from(number));
  return {
    // Only earlier versions stored numbers in plain text.
    document_number1: null,
    document_number2: null,
    document_number_sealed1: seal(1, number1),
    document_number_sealed2: seal(2, number2),
    document_number_hash1: hashNumber(sealing, number1),
    document_number_hash2: hashNumber(sealing, number2),
    document_number_tail1: tailOf(number1),
    document_number_tail2: tailOf(number2),
  };
}

/** A hash that is the same for numbers that differ only in case, spaces and punctuation. */
function hashNumber(sealing: Sealing, number: string): string {
  const normalized = number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return sealing.keyedHash('kyc_applications.document_number', normalized || number);
}

/** The last characters of a number. Of a short number they are at most half, so that it is not revealed completely. */
function tailOf(number: string): string {
  const characters = [...number];
  const length = Math.min(tailLength, Math.floor(characters.length / 2));
  return characters.slice(characters.length - length).join('');
}

/**
 * The document numbers of a resubmission. A number that is left blank is taken from the previous application.
 * @throws DomainError invalid_input if a number is left blank and the stored number is erased or unreadable
 */
export function resubmittedNumbers(
  deps: Pick<Deps, 'sealing' | 'log'>,
  row: NumberColumns & { id: string },
  [entered1, entered2]: readonly [string, string],
): [string, string] {
  const storedNumber = (side: Side) => {
    const number = openNumber(deps, row, side);
    if (number !== undefined) return number;
    throw invalidField(`documentNumber${side}`, 'We no longer have this number. Please type it again.');
  };
  return [entered1 || storedNumber(1), entered2 || storedNumber(2)];
}

/**
 * A number in full; undefined if the number is erased or unreadable. For an unreadable number, logs an error that does
 * not contain it.
 */
function openNumber(
  { sealing, log }: Pick<Deps, 'sealing' | 'log'>,
  row: NumberColumns & { id: string },
  side: Side,
): string | undefined {
  const sealed = row[`document_number_sealed${side}`];
  if (sealed === null) return undefined;
  try {
    return sealing.open(numberPurpose(row.id, side), sealed).toString();
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    log.error(
      { err: error, applicationId: row.id, side },
      'integrity: a document number cannot be decrypted',
    );
    return undefined;
  }
}

/** Both numbers, masked except for their last characters, such as `•••• 4567`. */
export function maskedNumbers(
  row: Pick<NumberColumns, 'document_number_tail1' | 'document_number_tail2'>,
): [string, string] {
  return [maskedNumber(row.document_number_tail1), maskedNumber(row.document_number_tail2)];
}

function maskedNumber(tail: string | null): string {
  return `•••• ${tail ?? ''}`.trim();
}

/** Both numbers in full, each masked if it is erased or unreadable. */
export function openNumbers(
  deps: Pick<Deps, 'sealing' | 'log'>,
  row: NumberColumns & { id: string },
): [string, string] {
  const [masked1, masked2] = maskedNumbers(row);
  return [openNumber(deps, row, 1) ?? masked1, openNumber(deps, row, 2) ?? masked2];
}
