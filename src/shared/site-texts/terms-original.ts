/**
 * The original Terms of Service, shown until an admin publishes another version. Their date is in
 * `src/shared/profile/legal-versions.ts`; change it with each edit.
 */
export const termsOriginal = `## The agreement {#agreement}

These terms hold between you and {academy} ({we}). By using this website or creating an account you accept them. If you do not agree with them, please do not use the site.

## Education only {#education-only}

We teach how poker is played well. Our coaching plans, sessions and play-money client are for education only. They are not tied to real-money gambling, we take no bets and hold no stakes, and nothing we say promises that you will win. Whether you may play for money where you live is for you to find out.

## Your account {#your-account}

An account belongs to one person. Register with your true details and a valid identity document, keep your password to yourself, and tell us when somebody else may know it. You must be old enough to make this agreement where you live.

We may refuse or close an account that was opened with false details, is shared, or is used to harm others or the service. We say why, and what you have paid for and not received is refunded.

## Purchases, refunds and renewals {#purchases}

Prices are shown in US dollars before you pay. Payment is taken by Stripe, and charges appear on your statement under the short descriptor **{descriptor}**. Single products are paid once and stay in your library. Subscriptions renew for the period you chose until you cancel; after you cancel, they last to the end of the period that is paid.

- First-time purchases are refunded if you ask within 30 days.
- Renewals are non-refundable once they have been charged.
- Please [contact support](/#contact) before filing a dispute with your bank.

Charges, refunds, renewals and disputes about them are governed by {salesLaw} law.

## Cookies {#cookies}

We use necessary cookies only: they keep you logged in. By using the site you agree to them, as described in the [Privacy Policy](/privacy-policy#cookies).

## License {#license}

Unless stated otherwise, we or our licensors own the rights in everything on this site. What you buy or are given access to is licensed to you personally, for your own study. You may download it, print it and keep it. You may not

- publish it, pass it on, sell it, rent it or license it further;
- remove the mark that names its owner;
- copy it in bulk by machine, or use it to train one.

Your notes, hands and messages remain yours.

## Hands and study tools {#hands}

Store only hands that you played yourself, and only after they are over. Charts, odds and drills are for study away from the table: do not use them while you play, because most poker rooms forbid it.

## Comments {#comments}

Wherever you can write something that others read, such as in the community, it is your opinion and not ours. We do not check it beforehand. You confirm that you may publish it, that it breaks no law and no right of others, and that it is neither abusive nor advertising.

You allow us to show it in the place you wrote it for as long as you leave it there. We may remove what breaks these rules.

## Linking to us, and from us {#linking}

You may link to our public pages without asking, as long as the link is not misleading, does not suggest that we endorse you or your product, and fits its surroundings. Please do not use our logo for it without our agreement. Ask us through the contact form if you are not sure; we may ask you to remove a link.

Where we link to other sites, we chose them with care but have no influence on them, and take no responsibility for what they hold.

## iFrames {#iframes}

Without our written agreement you may not put frames around our pages or otherwise change how they look or are presented. The site tells browsers not to show it inside of other pages.

## Liability {#liability}

We answer without limit for intent and gross negligence, for harm to life, body or health, and wherever the law does not let us limit it. For everything else our liability is limited to damage that was foreseeable and to what you paid us in the twelve months before.

We are not liable for money won or lost at any table. You answer for what you publish here and keep us free of claims that others make because of it.

## Disclaimer {#disclaimer}

We prepare our material with care, but cannot promise that it is complete, free of error or right for your game. The site is offered as it is and may be unavailable at times. Nothing in this section limits what mandatory law grants you.

## Changes to these terms {#changes}

We may change these terms for good reason. The date above says when that last happened. If you have an account, we tell you by email before a change takes effect, and you may close your account if you do not agree. What you bought before stays under the terms you bought it under.

## Governing law {#governing-law}

The use of this site is governed by {siteLaw} law; sales are governed as said in [Purchases, refunds and renewals](#purchases). Mandatory consumer rights of the country in which you live apply in any case.

## Contact {#contact-us}

Questions about these terms reach us through the [contact form](/#contact) of this website.`;
