import { documentTypeNames } from '../../../../shared/enums.ts';
import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { fullName } from '../../../../shared/person-name.ts';
import { formatDate } from '../../../lib/format.ts';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { ShowNumbers, useDocumentNumbers } from './show-numbers.tsx';

/** The applicant's details, in the order in which they appear on a document. */
export function ApplicationFacts({ application }: { application: AdminKycApplication }) {
  const { user } = application;
  const { documentNumber1, documentNumber2 } = useDocumentNumbers(application);
  const typedName = `${application.firstName} ${application.lastName}`;
  const profileName = fullName(user.firstName, user.lastName);
  return (
    <DescriptionList
      className="text-sm [&>div]:sm:grid-cols-[8rem_1fr]"
      items={[
        {
          term: 'Name',
          detail: (
            <>
              {typedName}
              {/* The profile name may differ from the typed one, which the reviewer should know. */}
              {typedName !== profileName && (
                <span className="block text-warning">
                  {profileName === '' ? 'Profile has no name' : `Profile says ${profileName}`}
                </span>
              )}
            </>
          ),
        },
        { term: 'Date of birth', detail: formatDate(application.dateOfBirth) },
        {
          term: 'Front',
          detail: `${documentTypeNames[application.documentType1]} ${documentNumber1}`,
        },
        {
          term: 'Back',
          detail: (
            <>
              <span className="block">{`${documentTypeNames[application.documentType2]} ${documentNumber2}`}</span>
              <ShowNumbers application={application} name={typedName} />
            </>
          ),
        },
        { term: 'Address', detail: application.address },
        { term: 'City', detail: `${application.postalCode} ${application.city}` },
        { term: 'State', detail: application.state },
        { term: 'Country', detail: application.country },
        { term: 'Phone', detail: application.phoneNumber },
        { term: 'Email', detail: user.email },
        { term: 'Account since', detail: formatDate(user.createdAt) },
      ]}
    />
  );
}
