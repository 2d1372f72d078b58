/** The original texts of the landing page below the first screen. */
export const landingTexts = {
  offerOneTitle: 'Coaching plans you can finish',
  offerOneText:
    'Ten numbered PDFs for four weeks each. Every week has one idea, a task and a check, with worked hands along the way.',
  offerTwoTitle: 'Sessions by our coaches',
  offerTwoText: 'Lessons with worked hands, from the first orbit to the final table, at four levels.',
  offerThreeTitle: 'A library that stays yours',
  offerThreeText: 'Single items are paid once, with no recurring fee. What you own waits in your library.',

  coachesTitle: 'Who teaches here',

  clientTitle: 'Practice where a mistake costs nothing',
  clientLead:
    'A free poker client for play money. Take what you studied to a table the same evening, as often as you like.',
  clientOneTitle: 'Hand analysis tools',
  clientOneText: 'Replay any hand street by street and see where it turned.',
  clientTwoTitle: 'Opponent tracking',
  clientTwoText:
    'Notes and tendencies, kept for the players you meet again. Your words only; we store no opponent’s name.',
  clientThreeTitle: 'Tournament strategy modules',
  clientThreeText: 'Short stacks, bubbles and final tables as exercises.',
  stepsTitle: 'Three steps to the first table',
  stepOneTitle: 'Create a free account',
  stepOneText: 'A few minutes, and a document to show that it is you.',
  stepTwoTitle: 'Download the desktop app',
  stepTwoText: 'The client for your computer. It costs nothing and takes no deposits.',
  stepThreeTitle: 'Join the training rooms',
  stepThreeText: 'Open the client, choose a room, and play what you studied.',

  pricesTitle: 'What it costs',

  saleTitle: 'Before you pay',
  saleLead: 'Six points that hold for every purchase. The rest is in the {terms}.',
  saleStatement: 'Charges appear on your card statement under the short descriptor {descriptor}.',
  saleRefunds: 'First-time purchases are refunded if you ask within 30 days.',
  saleRenewals: 'A renewal of a subscription is non-refundable once it has been charged.',
  saleLaw: 'These terms are governed by {law} law.',
  saleEducation: 'Coaching is for education only. It is not tied to real-money gambling of any kind.',
  saleDisputes:
    'Please {support} before filing a dispute with your bank. Most things are settled by a message.',

  accountsTitle: 'Take a seat at the desk',
  accountNewTitle: 'New here?',
  accountNewText:
    'Register with your details and both sides of an identity document. A person looks at it, usually within {hours} hours.',
  accountBackTitle: 'Welcome back',
  accountBackText: 'Your library, your downloads and the session you left halfway are where you put them.',

  communityTitle: 'Study in company',
  discordText: 'Hands are posted, argued over and filed by topic.',
  whatsappText: 'Short questions, and a note when a live session begins.',
  telegramText: 'New coaching plans and session times, without the chatter.',

  contactTitle: 'Ask us anything',
  contactText:
    'A person reads every message and answers by email within {time}. Questions about a charge are settled fastest here, before a dispute with your bank.',

  footerLine: 'Poker coaching for people who like to know why. Education only.',
  footerPrograms: `Beginner Foundations: beginner
Tournament Mastery: tournament
Cash Game Excellence: cash
Mental Game Coaching: mental game
Bankroll Management: bankroll`,
} as const;

export type Program = { name: string; search: string };

/** Parses the programs in the footer, one per line: a name, a colon, and a search term for the shop. */
export function readPrograms(text: string): Program[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', ...search] = line.split(':');
    const program = { name: name.trim(), search: search.join(':').trim() };
    return program.name === '' || program.search === '' ? [] : [program];
  });
}
