/** The placeholders of emails, each with the explanation that admins see, and a value for the preview. */
export const emailPlaceholders = {
  access: {
    becomes: 'a sentence about the access after the refund',
    sample: 'Your access to it has ended. Your notes and your progress are kept.',
  },
  amount: { becomes: 'the amount', sample: '$12.50' },
  answer: { becomes: 'what you answered', sample: 'The 30 days after the payment have passed.' },
  coach: { becomes: 'the name of the coach', sample: 'Mara Ellis' },
  consequences: {
    becomes: 'what is erased, and what the law makes you keep',
    sample: 'Everything that we hold about you is erased.',
  },
  date: { becomes: 'the day, in some emails with the time', sample: '20 Dec 2026' },
  deadline: {
    becomes: 'a sentence about the legal deadline, in messages about privacy',
    sample: 'Privacy requests are answered within one month: by 20 Dec 2026.',
  },
  days: { becomes: 'the number of days', sample: '14' },
  end: { becomes: 'how long the membership lasts', sample: 'until 20 Jan 2027' },
  hours: { becomes: 'how long an identity review takes', sample: '24-48 hours' },
  items: {
    becomes: 'the list of what you asked for',
    sample: '- A sharper picture of the front side',
  },
  left: { becomes: 'how many recovery codes are left, with “is” or “are”', sample: '3 are' },
  message: { becomes: 'the message', sample: 'Which session should I begin with?' },
  name: { becomes: 'the name of the writer', sample: 'Jonas Weber' },
  newPlan: { becomes: 'the new membership', sample: 'Gold' },
  newPrice: { becomes: 'the new price', sample: '$2.00' },
  oldPlan: { becomes: 'the previous membership', sample: 'Silver' },
  otherText: {
    becomes: 'the name and address of the second legal text, if both change',
    sample: 'Privacy Policy: https://academy.example/privacy-policy',
  },
  payment: { becomes: 'what was paid for', sample: 'River Decisions' },
  plan: { becomes: 'the membership', sample: 'Silver' },
  price: { becomes: 'the monthly price', sample: '$1.00' },
  product: { becomes: 'the title of the product', sample: 'River Decisions' },
  reason: { becomes: 'the reason', sample: 'the hand is incomplete' },
  applications: {
    becomes: 'how many identity applications, with “waits” or “wait”',
    sample: '3 identity applications wait',
  },
  reviews: { becomes: 'how many identity reviews, with “is” or “are”', sample: '3 identity reviews are' },
  sender: { becomes: 'name and email of the writer', sample: 'Jonas Weber <jonas@example.com>' },
  statement: {
    becomes: 'the words that the buyer agreed to',
    sample: 'I want access immediately, and I understand that I lose my right of withdrawal.',
  },
  summary: { becomes: 'what is new, as you wrote it', sample: 'Refunds are possible for 30 days.' },
  texts: { becomes: 'the names of the legal texts that change', sample: 'Terms of Service' },
  topic: { becomes: 'what the message is about', sample: 'Coaching' },
} as const satisfies Record<string, { becomes: string; sample: string }>;
export type EmailPlaceholder = keyof typeof emailPlaceholders;

/** The value of each placeholder for the preview and for test emails. */
export const placeholderSamples: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(emailPlaceholders).map(([name, { sample }]) => [name, sample]),
);

export type EmailText = {
  /** The occasion on which the email is sent. */
  name: string;
  subject: string;
  /** The paragraphs above the button, with blank lines between them. */
  body: string;
  /** The paragraphs at the end. */
  closing?: string;
  placeholders?: readonly EmailPlaceholder[];
  /** Placeholders that the body must contain. */
  required?: readonly EmailPlaceholder[];
};
