import { documentTypeNames } from '../../../../shared/enums.ts';
import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import type { KycFindings, KycFlag, KycMatch } from '../../../../shared/kyc/kyc-review.ts';
import { fullName } from '../../../../shared/person-name.ts';
import { formatDate } from '../../../lib/format.ts';
import { kycStatusLabels } from '../../../lib/status-labels.ts';
import type { DocumentSide } from './application-documents.tsx';

/** A warning about an application. `compareId` is the application to compare it with, if any. */
export type Finding = { key: string; sentence: string; compareId?: string };

type Facts = Pick<
  AdminKycApplication,
  'flags' | 'firstName' | 'lastName' | 'documentType1' | 'documentType2' | 'user'
>;

export function findingsOf(application: Facts, findings: KycFindings): Finding[] {
  return application.flags.flatMap((flag) => sentencesOf(flag, application, findings));
}

function sentencesOf(flag: KycFlag, application: Facts, findings: KycFindings): Finding[] {
  const { firstName, lastName, documentType1, documentType2, user } = application;
  const one = (sentence: string): Finding[] => [{ key: flag, sentence }];
  switch (flag) {
    case 'duplicate_number':
      return matched(flag, 'Same number as', findings.sameNumber);
    case 'duplicate_image':
      return matched(flag, 'Same file as', findings.sameFile);
    case 'under_age':
      return one(`${findings.age} years old; the minimum is ${findings.minimumAge}`);
    case 'name_differs':
      return one(
        `The application says ${firstName} ${lastName}, the account ${fullName(user.firstName, user.lastName) || 'has no name'}`,
      );
    case 'types_differ':
      return one(
        `${documentTypeNames[documentType1]} and ${documentTypeNames[documentType2]} have the same number`,
      );
  }
}

function matched(flag: KycFlag, label: string, matches: readonly KycMatch[]): Finding[] {
  if (matches.length === 0) return [{ key: flag, sentence: `${label} another account` }];
  return matches.map(({ id, firstName, lastName, status, at }) => ({
    key: `${flag} ${id}`,
    sentence: `${label} ${firstName} ${lastName}, ${matchStatus(status)} ${formatDate(at)}`,
    compareId: id,
  }));
}

function matchStatus(status: KycMatch['status']): string {
  const label = kycStatusLabels[status].label.toLowerCase();
  return status === 'approved' || status === 'rejected' ? label : `${label} since`;
}

type Files = Pick<AdminKycApplication, 'documentContentType1' | 'documentContentType2'>;

/** The sides that the reviewer has not seen, as warnings. */
export function unseenSides(application: Files, drawn: readonly DocumentSide[]): Finding[] {
  const files = { front: application.documentContentType1, back: application.documentContentType2 };
  return (['front', 'back'] as const)
    .filter((side) => !drawn.includes(side))
    .map((side) => ({
      key: side,
      sentence:
        files[side] === null
          ? `The file of the ${side} side is missing`
          : `The ${side} side has not been shown on this page`,
    }));
}
