import { Link } from '@tanstack/react-router';
import { legalVersions } from '../../../../shared/profile/legal-versions.ts';
import { retention } from '../../../../shared/profile/retention.ts';
import { companyLine } from '../../../../shared/site-settings.ts';
import { type SiteSettings, useSiteSettings } from '../../settings/use-site-settings.ts';
import { LegalDocument, type LegalSection } from './legal-document.tsx';
import { textLinkClass } from './text-link.ts';

export function PrivacyPolicy() {
  const settings = useSiteSettings();
  return (
    <LegalDocument
      title="Privacy Policy"
      lead="What we know about you, why, for how long, and how you get it out again."
      lastUpdated={legalVersions.privacy}
      path="/privacy-policy"
      sections={privacySections(settings)}
    />
  );
}

function ContactForm() {
  return (
    <Link to="/" hash="contact" className={textLinkClass}>
      contact form
    </Link>
  );
}

function privacySections(settings: SiteSettings): readonly LegalSection[] {
  const { academyName, siteTermsLaw, documentRetentionDays } = settings;
  const company = companyLine(settings);
  return [
    {
      id: 'who-we-are',
      title: 'Who is responsible',
      body: (
        <>
          <p>
            {academyName} (“we”) runs this website and decides what is done with the data described here. This
            policy holds for the website and everything you reach through your account. It does not hold for
            other sites that we link to.
          </p>
          {company && <p>{company}</p>}
          <p>
            This policy and our handling of your data are governed by {siteTermsLaw} law, and with it by the
            General Data Protection Regulation (GDPR) of the European Union.
          </p>
        </>
      ),
    },
    {
      id: 'information-we-collect',
      title: 'Information we collect',
      body: (
        <>
          <p>Only what you give us, and what using the site leaves behind:</p>
          <ul>
            <li>
              <strong>Account.</strong> Your name, email address and password. Of the password we keep a hash
              that cannot be turned back.
            </li>
            <li>
              <strong>Identity.</strong> Type and number of an identity document, pictures of both of its
              sides, date of birth, phone number and postal address.
            </li>
            <li>
              <strong>Purchases.</strong> What you bought, when, for how much, and whether it was refunded.
              Card numbers are typed on the pages of our payment provider and never reach us.
            </li>
            <li>
              <strong>Learning.</strong> What you started, finished, noted and rated, and the goals you set.
            </li>
            <li>
              <strong>Messages.</strong> What you write to us, with the name and address you gave.
            </li>
            <li>
              <strong>Sessions.</strong> For each device that is logged in: the time of last use, its network
              (IP) address and the name its browser gives itself.
            </li>
            <li>
              <strong>Sign-ins.</strong> Each attempt to log in to your account, whether it succeeded or not,
              with time, browser and network address.
            </li>
            <li>
              <strong>Opened files.</strong> Each PDF and video that you open or download: its title, the time
              and the first part of your network address.
            </li>
          </ul>
        </>
      ),
    },
    {
      id: 'how-we-use-it',
      title: 'How we use it',
      body: (
        <>
          <p>Each use has its legal ground in Article 6 of the GDPR:</p>
          <ul>
            <li>
              <strong>To keep our contract with you:</strong> to run your account, deliver what you bought,
              remember your progress, answer you and send mails about your account and payments.
            </li>
            <li>
              <strong>Because the law asks for it:</strong> to keep records of sales for tax.
            </li>
            <li>
              <strong>In our legitimate interest in an honest and safe service:</strong> to make sure that one
              person is behind one account, to stop fraud and abuse, and to find faults.
            </li>
            <li>
              <strong>With your consent:</strong> for optional emails. You can withdraw it at any time.
            </li>
          </ul>
          <p>
            We do not sell your data and build no advertising profile. No decision about you is left to a
            machine alone: every identity document is looked at by a person.
          </p>
        </>
      ),
    },
    {
      id: 'identity-documents',
      title: 'Identity documents',
      body: (
        <>
          <p>
            Pictures of documents and document numbers are stored encrypted. Only reviewers of the academy can
            open them, and each time one is opened is recorded.
          </p>
          <p>
            The pictures are erased{' '}
            {documentRetentionDays === 1 ? 'one day' : `${documentRetentionDays} days`} after the final
            decision about your application. Files that were uploaded and never sent in are erased after 24
            hours. We keep the decision, its dates, who made it and the last four characters of the document
            number. When you delete your account, only how and when an application was decided, and by whom,
            stays of it.
          </p>
        </>
      ),
    },
    {
      id: 'log-files',
      title: 'Log files',
      body: (
        <>
          <p>
            Like nearly every website, our servers write down the requests they answer: time, address of the
            page, result, duration and network address. We read these logs to find faults and attacks, and for
            nothing else. They are not joined with your learning or your purchases.
          </p>
          <p>
            Actions that matter, such as a review, a refund or a change of your account, also go into an audit
            record: who did them, when, and from which network address.
          </p>
          <p>
            Which of our PDFs and videos you opened, and when, is recorded too. If your bank disputes a
            payment, that record shows what was delivered. It is part of the copy of your data.
          </p>
        </>
      ),
    },
    {
      id: 'cookies',
      title: 'Cookies and similar storage',
      body: (
        <>
          <p>
            We use necessary cookies only, so there is no banner to click away. There are two, which no script
            can read; on an encrypted connection their names begin with <code>__Host-</code>:
          </p>
          <ul>
            <li>
              <strong>session</strong> keeps you logged in, and remembers the documents that you send before
              you have an account. It ends when you log out, after {retention.sessionIdleDays} days without
              use, and at most {retention.sessionMaxDays} days after you logged in.
            </li>
            <li>
              <strong>device</strong> tells us that you logged in on this browser before, so that we can warn
              you of a sign-in from a new one, and so that others who guess passwords cannot lock you out. It
              stays for {retention.deviceDays} days after you last logged in, also when you log out.
            </li>
          </ul>
          <p>
            Your browser also keeps a form that you have begun until you close the tab, so that a reload does
            not lose it; files and passwords are never kept that way. Until you log out it keeps how fast you
            watch, an announcement that you closed, and progress that has not reached us yet.
          </p>
          <p>
            Videos from YouTube and Vimeo are loaded only after you press Play: from YouTube’s domain without
            cookies (www.youtube-nocookie.com), and from player.vimeo.com, which we ask not to track you. From
            then on Google or Vimeo learns your network address, and its own privacy policy holds.
          </p>
        </>
      ),
    },
    {
      id: 'advertising-partners',
      title: 'Advertising partners',
      body: (
        <p>
          We have none. No advertising network, tracking pixel or web beacon runs on this site, and no third
          party learns from us which pages you read. Should that ever change, this section changes first, and
          nothing is loaded without your consent.
        </p>
      ),
    },
    {
      id: 'processors',
      title: 'Who else handles your data',
      body: (
        <>
          <p>Some work is done for us by others, under contract and only for that purpose:</p>
          <ul>
            <li>
              <strong>Stripe</strong> takes payments and pays out refunds. It receives your email address and
              what you buy, and is itself responsible for your card data.
            </li>
            <li>
              <strong>Our email provider</strong> carries the emails we send you.
            </li>
            <li>
              <strong>Our hosting provider</strong> runs the servers, database and file storage.
            </li>
          </ul>
          <p>
            If one of them works outside of the European Economic Area, the transfer rests on a decision of
            the European Commission or on its standard contractual clauses. We hand data to authorities only
            where the law obliges us to.
          </p>
        </>
      ),
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      body: (
        <ul>
          <li>
            <strong>Account and learning:</strong> until you delete your account.
          </li>
          <li>
            <strong>Identity documents:</strong> as described in{' '}
            <Link
              to="/privacy-policy"
              hash="identity-documents"
              resetScroll={false}
              className={textLinkClass}
            >
              Identity documents
            </Link>
            .
          </li>
          <li>
            <strong>Records of sales:</strong> as long as tax law asks for, without your name once your
            account is gone. Stripe keeps the invoices and payments for as long as its own law asks for; your
            entry as a customer there, with your email address and your cards, is deleted together with your
            account, or when the last month you paid for is over.
          </li>
          <li>
            <strong>Sessions:</strong> at most {retention.sessionMaxDays} days from logging in.
          </li>
          <li>
            <strong>Sign-ins:</strong> {retention.signInMonths} months, their network addresses{' '}
            {retention.signInAddressDays} days; browsers that we know again: {retention.deviceDays} days after
            their last sign-in.
          </li>
          <li>
            <strong>Opened files:</strong> {retention.fileAccessMonths} months.
          </li>
          <li>
            <strong>Network addresses</strong> in the audit record, in the record of what you agreed to and in
            the history of your identity review: {retention.recordAddressMonths} months. The entries
            themselves stay.
          </li>
        </ul>
      ),
    },
    {
      id: 'your-gdpr-rights',
      title: 'Your rights under the GDPR',
      body: (
        <>
          <p>You have the right to</p>
          <ul>
            <li>
              <strong>access</strong> your data and receive a copy of it,
            </li>
            <li>
              have wrong data <strong>corrected</strong>,
            </li>
            <li>
              have your data <strong>erased</strong>,
            </li>
            <li>
              <strong>restrict</strong> what we do with it, or <strong>object</strong> to it,
            </li>
            <li>
              take it elsewhere in a machine-readable form (<strong>portability</strong>),
            </li>
            <li>
              <strong>withdraw</strong> a consent, without effect on what was done before.
            </li>
          </ul>
          <p>
            We answer every request within one month, free of charge. You can also complain to the data
            protection authority where you live; ours is the Autoriteit Persoonsgegevens in The Hague.
          </p>
        </>
      ),
    },
    {
      id: 'your-ccpa-rights',
      title: 'Your rights under the CCPA',
      body: (
        <>
          <p>If you live in California, you may ask us</p>
          <ul>
            <li>which categories and which pieces of personal data we have collected about you;</li>
            <li>to delete or correct them;</li>
            <li>not to sell or share them. We do neither, so there is nothing to opt out of.</li>
          </ul>
          <p>
            We answer within one month and never treat you worse because you used your rights. Somebody else
            may ask for you if you have authorised them in writing.
          </p>
        </>
      ),
    },
    {
      id: 'export-and-erasure',
      title: 'Export and erasure in your profile',
      body: (
        <p>
          You need not write to us for the two most common requests. In your{' '}
          <Link to="/profile" className={textLinkClass}>
            profile
          </Link>
          , Download My Data gives you a copy of what we hold, and Delete Account erases it. Before you
          confirm it says what is erased and what the law makes us keep.
        </p>
      ),
    },
    {
      id: 'children',
      title: 'Children under 13',
      body: (
        <p>
          The academy is not meant for children. We do not knowingly collect anything about children under 13.
          If you believe that a child has given us data, please tell us through the <ContactForm />, and we
          will erase it at once.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      body: (
        <p>
          When what we do changes, this text changes with it, and so does the date above it. If a change
          matters to you, we tell you by email before it takes effect.
        </p>
      ),
    },
    {
      id: 'contact-us',
      title: 'Contact',
      body: (
        <p>
          Write to us through the <ContactForm /> of this website and choose the topic Privacy. You will have
          an answer within one month.
        </p>
      ),
    },
  ];
}
