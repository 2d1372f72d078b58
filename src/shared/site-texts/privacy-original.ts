/**
 * The original Privacy Policy, shown until an admin publishes another version. Its date is in
 * `src/shared/profile/legal-versions.ts`; change it with each edit.
 */
export const privacyOriginal = `## Who is responsible {#who-we-are}

{academy} (“we”) runs this website and decides what is done with the data described here. This policy holds for the website and everything you reach through your account. It does not hold for other sites that we link to.

{company}

This policy and our handling of your data are governed by {siteLaw} law, and with it by the General Data Protection Regulation (GDPR) of the European Union.

## Information we collect {#information-we-collect}

Only what you give us, and what using the site leaves behind:

- **Account.** Your name, email address, password and time zone, which emails you want, and what you agreed to, with time and network (IP) address. Of the password we keep a hash, from which it cannot be recovered. If you turn on a second factor, its secret is stored encrypted.
- **Identity.** Type and number of an identity document, pictures of both of its sides, date of birth, phone number and postal address, and what you and our reviewers write about them.
- **Purchases.** What you bought, when, for how much, whether it was refunded or disputed, and why you asked for a refund. Card numbers are typed on the pages of our payment provider and never reach us.
- **Learning.** What you started, finished, noted, rated and practiced, your ranges, your goals, and what you enter about your game, such as stakes, results and mood.
- **Hands.** The hands that you paste or build, with their results and your notes, what you ask a coach about them, and the answers. The names of your opponents are replaced in your browser and never reach us. A hand that we cannot read is sent to us only if you choose to send it, without names and without yours.
- **Hand of the day.** If you answer it without an account, a code made from your network address and browser, from which they cannot be recovered, so that each visitor counts once. It is erased within two days.
- **Messages.** What you write to us, with the name and address you gave, what we answer, and the emails and notifications that we send you.
- **Notes of the academy.** Notes and tags that our administrators add to your account.
- **Use of the site.** That you logged in, bought, opened, searched, practiced or asked something, and when, but not what you typed.
- **Sessions.** For each device that is logged in: the time of last use, its network address, the country in which you logged in, if our server learns it, and the name its browser gives itself.
- **Sign-ins.** Each attempt to log in to your account, whether it succeeded or not, with time, browser and network address; and the browsers on which you logged in before, with the first part of their network address.
- **Opened files.** Each PDF and video that you open or download: its title, the time and the first part of your network address.

## How we use it {#how-we-use-it}

Each use has its legal ground in Article 6 of the GDPR:

- **To keep our contract with you:** to run your account, deliver what you bought, remember your progress, answer you and send emails about your account, payments and studies. You can switch off the emails that are not necessary in your [profile](/profile).
- **Because the law asks for it:** to keep records of sales for tax.
- **In our legitimate interest in an honest and safe service:** to make sure that one person is behind one account, to stop fraud and abuse, to answer a bank when a payment is disputed, to find faults, and to see which parts of the academy are used.
- **With your consent:** to email you about your week, to use the hand of a question in our own material, without your name, and to load videos of YouTube and Vimeo. You can withdraw it at any time.

We do not sell your data and build no advertising profile. No decision about you is left to a machine alone: every identity document is looked at by a person.

## Who can read it {#who-can-read-it}

- **Our administrators** can read what is stored about your account, to help you, to review your identity and to decide about payments. They can also view the academy as you see it; each time is recorded and part of the copy of your data. When one of them saves a list of accounts or payments as a file, that is recorded too.
- **Our coaches** see the questions that you ask: the hand, what you wrote, your first name with the initial of your last name, and your membership. A coach who answers you also sees your [brief](/profile/brief): your goals, what you study and finish, your leaks, questions and homework. There you choose what to show; your newest hands and your results are shown only if you allow it.
- **Anyone with the link** sees a hand that you share, until you close the link.
- **Anyone to whom you give a PDF** can read the mark on its pages: your name, a part of your email address, and the number of your order or account.

## Identity documents {#identity-documents}

Pictures of documents and document numbers are stored encrypted. Nobody but the academy’s reviewers and you can open them, and each time one is opened is recorded.

The pictures are erased {documentDays} after the final decision about your application, and at once, for good, when you ask us to delete your account. Files that were uploaded and never sent in are erased after {uploadHours}. We keep what else you entered, the decision, its dates, who made it and the last four characters of the document number. When you delete your account, only how and when an application was decided, and by whom, stays of it.

## Log files {#log-files}

Like nearly every website, our servers write down the requests they answer: time, address of the page, result, duration, network address and, if you are logged in, the number of your account. We read these logs to find faults and attacks, and for nothing else. They are not joined with your learning or your purchases.

Actions that matter, such as a review, a refund or a change of your account, also go into an audit record: who did them, when, and from which network address. The copy of your data contains what you did and, without the names of our staff, what was done with your account.

Which of our PDFs and videos you opened, and when, is recorded too. That record is part of the copy of your data.

If your bank disputes a payment, we send it, through Stripe, what shows that you bought and used the product: your name and email address, what you agreed to, and what you opened and did on the site, with times and network addresses.

## Cookies and similar storage {#cookies}

We use necessary cookies only, so there is no banner to click away. There are two, which no script can read; on an encrypted connection their names begin with \`__Host-\`:

- **session** keeps you logged in, and remembers the documents that you send before you have an account. It ends when you log out, after {idleDays} days without use, and at most {sessionDays} days after you logged in.
- **device** tells us that you logged in on this browser before, so that we can warn you of a sign-in from a new one, and so that others who guess passwords cannot lock you out. It stays for {deviceDays} days after you last logged in, also when you log out.

Your browser also keeps a form that you have begun, and how far you scrolled, until you close the tab, so that a reload does not lose them; files and passwords are never kept that way. Until you log out, or delete the data of this site in your browser, it keeps how fast you watch, how amounts in hands are shown, whether single keys are shortcuts, an announcement or reminder that you closed, the time zone that it sent us, and progress that has not reached us yet.

Videos from YouTube and Vimeo are loaded only after you press Play: from YouTube’s domain without cookies (www.youtube-nocookie.com), and from player.vimeo.com, which we ask not to track you. From then on Google or Vimeo learns your network address, and its own privacy policy holds.

## Advertising partners {#advertising-partners}

We have none. No advertising network, tracking pixel or web beacon runs on this site, and no third party learns from us what you read here, except Stripe and a bank in a [disputed payment](#log-files). Should that ever change, this section changes first, and nothing is loaded without your consent.

## Who else handles your data {#processors}

Some work is done for us by others, under contract and only for that purpose:

- **Stripe** takes payments and pays out refunds. It receives your email address, what you buy and, if a payment is disputed, what is listed under [Log files](#log-files). It is itself responsible for your card data.
- **Our email provider** carries the emails we send you.
- **Our hosting provider** runs the servers, database and file storage, and keeps their backups.

If one of them works outside of the European Economic Area, the transfer rests on a decision of the European Commission or on its standard contractual clauses. We hand data to authorities only where the law obliges us to.

## How long we keep it {#retention}

- **Account, learning, hands, questions, and the messages and emails of your account:** until you delete your account. It is erased {undoDays} days after you ask for it; until then, a link in our email brings it back.
- **Notifications and use of the site:** {activityMonths} months.
- **Hands that we could not read:** {unreadableDays} days.
- **Copies of your data** that you request: {exportDays} days, encrypted.
- **Identity documents:** as described in [Identity documents](#identity-documents).
- **Records of sales:** as long as tax law asks for, without your name once your account is gone. Stripe keeps the invoices and payments for as long as its own law asks for; your entry as a customer there, with your email address and your cards, is deleted together with your account, or when the last month you paid for is over.
- **Sessions:** at most {sessionDays} days from logging in.
- **Sign-ins:** {signInMonths} months, their network addresses {addressDays} days; browsers that we recognize: {deviceDays} days after their last sign-in.
- **Opened files:** {fileMonths} months.
- **Messages of people without an account:** {contactMonths} months after we closed them.
- **Network addresses** in the audit record, in the record of what you agreed to and in the history of your identity review: {recordMonths} months. The audit record and the record of what you agreed to stay. Once your account is erased, they name it only by its number.
- **Backups** contain what was erased after they were made, until they are erased themselves. If we have to restore one, we erase deleted accounts and identity documents again.

## Your rights under the GDPR {#your-gdpr-rights}

You have the right to

- **access** your data and receive a copy of it,
- have wrong data **corrected**,
- have your data **erased**,
- **restrict** what we do with it, or **object** to it,
- take it elsewhere in a machine-readable form (**portability**),
- **withdraw** a consent, without effect on what was done before.

We answer every request within one month, free of charge. You can also complain to the data protection authority where you live; ours is the Autoriteit Persoonsgegevens in The Hague.

## Your rights under the CCPA {#your-ccpa-rights}

If you live in California, you may ask us

- which categories and which pieces of personal data we have collected about you;
- to delete or correct them;
- not to sell or share them. We do neither, so there is nothing to opt out of.

We answer within one month and never treat you worse because you used your rights. Somebody else may ask for you if you have authorized them in writing.

## Export and erasure in your profile {#export-and-erasure}

You need not write to us for the two most common requests. In your [profile](/profile), Download My Data gives you a copy of what we hold, and Delete Account erases it. Before you confirm it says what is erased and what the law makes us keep.

## Children under 13 {#children}

The academy is not meant for children. We do not knowingly collect anything about children under 13. If you believe that a child has given us data, please tell us through the [contact form](/#contact), and we will erase it at once.

## Changes to this policy {#changes}

When what we do changes, this text changes with it, and so does the date above it. If a change matters to you, we tell you by email before it takes effect.

## Contact {#contact-us}

Write to us through the [contact form](/#contact) of this website and choose the topic Privacy. You will have an answer within one month.`;
