import { documentTypeNames } from '../../../../shared/enums.ts';
import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { fullName } from '../../../../shared/person-name.ts';
import { formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { ShowNumbers, useDocumentNumbers } from './show-numbers.tsx';

export type ApplicationFactsProps = {
  application: AdminKycApplication;
  /**
   * An application to compare with. A value that is equal in both applications gets a badge, except the name and the
   * documents.
   */
  other?: AdminKycApplication | undefined;
};

export function ApplicationFacts({ application, other }: ApplicationFactsProps) {
  const { user } = application;
  const { documentNumber1, documentNumber2 } = useDocumentNumbers(application);
  const applicationName = `${application.firstName} ${application.lastName}`;
  const profileName = fullName(user.firstName, user.lastName);
  function fact(term: string, read: (facts: AdminKycApplication) => string) {
    const value = read(application);
    const isSame = other !== undefined && read(other) === value;
    return {
      term,
      detail: (
        <>
          {value} {isSame && <Badge>Same</Badge>}
        </>
      ),
    };
  }
  return (
    <DescriptionList
      className="text-sm [&>div]:sm:grid-cols-[8rem_1fr]"
      items={[
        {
          term: 'Name',
          detail: (
            <>
              {applicationName}
              {/* The reviewer should know if the name in the profile differs from the name in the application. */}
              {applicationName !== profileName && (
                <span className="block text-warning">
                  {profileName === '' ? 'Profile has no name' : `Profile says ${profileName}`}
                </span>
              )}
            </>
          ),
        },
        fact('Date of birth', ({ dateOfBirth }) => formatDate(dateOfBirth)),
        {
          // Each side has a type and a number, because the sides may belong to two documents.
          term: 'Front side',
          detail: `${documentTypeNames[application.documentType1]} ${documentNumber1}`,
        },
        {
          term: 'Back side',
          detail: (
            <>
              <span className="block">{`${documentTypeNames[application.documentType2]} ${documentNumber2}`}</span>
              <ShowNumbers application={application} name={applicationName} />
            </>
          ),
        },
        fact('Address', ({ address }) => address),
        fact('City', ({ postalCode, city }) => `${postalCode} ${city}`),
        fact('State', ({ state }) => state),
        fact('Country', ({ country }) => country),
        fact('Phone', ({ phoneNumber }) => phoneNumber),
        fact('Email', ({ user: { email } }) => email),
        fact('Account since', ({ user: { createdAt } }) => formatDate(createdAt)),
      ]}
    />
  );
}
