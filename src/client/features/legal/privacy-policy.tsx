import { Link } from '@tanstack/react-router';
import { legalVersions } from '../../../shared/legal-versions.ts';
import { type SiteSettings, useSiteSettings } from '../settings/use-site-settings.ts';
import { LegalDocument, type LegalSection } from './legal-document.tsx';
import { textLinkClass } from './text-link.ts';

/** The sections that S2 §2 names and those that a notice about this product would be incomplete without (D-18). */
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

function privacySections({
  academyName,
  siteTermsLaw,
  documentRetentionDays,
}: SiteSettings): readonly LegalSection[] {
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
              <strong>Sessions.</strong> For each device that is signed in: the time of last use, its network
              (IP) address and the name its browser gives itself.
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
              <strong>With your consent:</strong> for optional mails. You can withdraw it at any time.
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
            Actions that matter, such as a sign-in, a review or a refund, also go into an audit record, with
            who did them and when.
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
            We use necessary cookies only, so there is no banner to click away. The session cookie keeps you
            signed in and ends with your session. Your browser also keeps a form that you have begun until you
            close the tab, so that a reload does not lose it; files and passwords are never kept that way.
          </p>
          <p>
            Videos from YouTube are loaded only after you press Play, from its domain without cookies
            (youtube-nocookie.com). From then on Google learns your network address and its own privacy policy
            holds.
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
              <strong>Our mail provider</strong> carries the mails we send you.
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
            <strong>Sessions:</strong> at most 60 days from signing in.
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
          matters to you, we tell you by mail before it takes effect.
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
