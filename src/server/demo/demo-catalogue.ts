import type { Difficulty, ProductType } from '../../shared/enums.ts';

export type DemoProduct = {
  type: ProductType;
  title: string;
  description: string;
  difficulty: Difficulty;
  price: number;
  minutes?: number;
  /** Paragraphs of the PDF, or of the session's text. */
  text: readonly string[];
};

/** Products in every price band of the shop, free ones too. */
export const demoProducts: readonly DemoProduct[] = [
  {
    type: 'pdf',
    title: 'Opening Ranges on One Page',
    description:
      'Which hands to open from each of six seats, and the one rule that lets you rebuild the chart.',
    difficulty: 'beginner',
    price: 0,
    text: [
      'A range is a list of hands that you play the same way. Learn the shape before the numbers: pairs on the diagonal, suited hands above it, offsuit hands below.',
      'Start tight under the gun and add about one row of the grid for each seat closer to the button. If you forget the chart at the table, ask what a hand makes that can stand a raise.',
    ],
  },
  {
    type: 'pdf',
    title: 'Bankroll Rules That Survive a Bad Month',
    description: 'How many buy-ins to keep, when to move down, and how to write the rule before you need it.',
    difficulty: 'beginner',
    price: 299,
    text: [
      'Ten thousand hands are a short run. The same player, playing the same way, will win in one such run and lose in the next.',
      'Write down today at which balance you move down a stake, and at which you come back. A rule made before a losing day is the only one you will keep on it.',
    ],
  },
  {
    type: 'pdf',
    title: 'Pot Odds Without a Calculator',
    description: 'Five numbers to know by heart, with twenty spots to practise them on.',
    difficulty: 'beginner',
    price: 499,
    text: [
      'A call needs a share of the final pot: a half-pot bet asks for 25 %, a pot-sized bet for 33 %. Everything else lies between the five numbers on this page.',
      'Count outs that win, not outs that improve. Two overcards on a paired board are rarely six.',
    ],
  },
  {
    type: 'pdf',
    title: 'Three-Bet Pots',
    description: 'When the big blind calls and the flop misses both ranges: sizes, checks and the turn plan.',
    difficulty: 'intermediate',
    price: 999,
    text: [
      'In a three-bet pot the stack is short against the pot, so fewer hands want to bluff on many streets. Choose the flop size with the turn already in mind.',
      'On boards that neither range hits, the wider range checks more than feels natural. The worked hands show what that costs and what it saves.',
    ],
  },
  {
    type: 'pdf',
    title: 'River Decisions',
    description: 'Bluff-catching by blocker, not by feeling, with a checklist of four questions.',
    difficulty: 'intermediate',
    price: 1_499,
    text: [
      'By the river no hand can improve: a call is right when bluffs are frequent enough for the price, and your own cards tell you how frequent.',
      'Ask in this order: which value hands bet this size, which bluffs are left, what do my cards remove, what does the price ask?',
    ],
  },
  {
    type: 'pdf',
    title: 'ICM Basics',
    description: 'Why the bubble turns a call into a fold, in six pictures and one table.',
    difficulty: 'advanced',
    price: 1_999,
    text: [
      'Chips you lose cost more than chips you win are worth, and the gap is widest just before a pay jump.',
      'The table gives the discount by stack and place. Learn its corners; interpolate the rest.',
    ],
  },
  {
    type: 'pdf',
    title: 'Turn Barrels by Board Class',
    description: 'Nine classes of turn cards, which of them to keep betting, and with what.',
    difficulty: 'advanced',
    price: 3_499,
    text: [
      'Turn cards come in nine classes: bricks, overcards, pairing cards and the draws they complete. A plan by class beats a plan by hand.',
      'Keep betting where your range gained more than theirs, and give up first with the hands that block their folds.',
    ],
  },
  {
    type: 'pdf',
    title: 'Deep-Stack Notebook',
    description: 'Playing two hundred big blinds: nut advantage, position and the price of domination.',
    difficulty: 'expert',
    price: 5_499,
    text: [
      'At two hundred big blinds the second-best hand costs four times what it costs at fifty. Suited aces gain, offsuit broadways lose.',
      'The notebook walks through twelve hands twice: once at a hundred big blinds, once at two hundred.',
    ],
  },
  {
    type: 'session',
    title: 'How to Read a Hand History',
    description: 'A first session for newcomers: what to write down, what to leave out, what to ask.',
    difficulty: 'beginner',
    price: 0,
    minutes: 25,
    text: [
      'Bring three hands that cost you a pot. We read them together, street by street, and find the first decision that was not a plan.',
    ],
  },
  {
    type: 'session',
    title: 'Small-Stakes Cash Review',
    description: 'Ninety hands from one evening, sorted by the mistake that they have in common.',
    difficulty: 'beginner',
    price: 0,
    minutes: 45,
    text: [
      'Most losing evenings repeat one mistake. We sort ninety hands by street and stack depth until it shows.',
    ],
  },
  {
    type: 'session',
    title: 'Final Table Workshop',
    description: 'Nine stacks, nine plans: how the right play changes with every seat that empties.',
    difficulty: 'advanced',
    price: 7_999,
    minutes: 75,
    text: [
      'We play one final table four times, each time from another stack, and compare what changed and why.',
    ],
  },
  {
    type: 'session',
    title: 'Mental Game Intensive',
    description: 'Tilt has a pattern. Find yours in your own records and agree on a stop rule.',
    difficulty: 'intermediate',
    price: 12_900,
    minutes: 90,
    text: [
      'Bring a month of results and the times you played. We look for the hour after which your decisions change.',
    ],
  },
  {
    type: 'session',
    title: 'Tournament Mastery Block',
    description: 'Four connected sessions from the first level to heads-up, with homework between them.',
    difficulty: 'advanced',
    price: 19_900,
    minutes: 240,
    text: [
      'Four sessions, one for each phase. Between them you mark fifty of your own hands and we correct the marks.',
    ],
  },
  {
    type: 'session',
    title: 'Solver Study Masterclass',
    description: 'How to ask a solver a good question, and how to keep the answer in your head.',
    difficulty: 'expert',
    price: 39_900,
    minutes: 180,
    text: [
      'A solver answers exactly what was asked. We learn to ask less, compare two answers, and write the difference as one sentence.',
    ],
  },
  {
    type: 'session',
    title: 'Private Study Programme',
    description: 'Three months with one coach: a plan, weekly reviews, and an honest report at the end.',
    difficulty: 'expert',
    price: 79_900,
    minutes: 720,
    text: [
      'Twelve weekly reviews around a plan that we make in the first one. The report at the end says what changed and what did not.',
    ],
  },
];

export type DemoPlan = {
  title: string;
  description: string;
  text: readonly string[];
  /** The task of each week, a page each. */
  weeks: readonly string[];
};

/** The ten coaching plans; tier and difficulty follow their number. */
export const demoPlans: readonly DemoPlan[] = [
  {
    title: 'First Hundred Hours',
    description: 'What to study first, in which order, and what to leave for later.',
    text: [
      'Spend the first hundred hours on folding before the flop, position, and counting the pot. Nothing else pays as much.',
    ],
    weeks: [
      'Play only the ten best pages of the opening chart. Mark every hand that you wanted to play and folded.',
      'Say the size of the pot aloud before each of your own decisions, in big blinds.',
      'Review thirty hands that you played out of position. For each, write what position would have changed.',
      'Choose the one mistake that came back most often and play four sessions for it alone.',
    ],
  },
  {
    title: 'Position and Timeout',
    description: 'A month of drills that make acting last a habit.',
    text: [
      'For one month write down your seat before you look at your cards. At its end compare results by seat.',
    ],
    weeks: [
      'Fold every hand that you cannot name a plan for, from every seat but the button.',
      'Play the button as wide as the chart allows and write down where each hand was won.',
      'Compare the seats: pots won, pots lost, and how often you acted last.',
      'Play one evening without looking at results. Look at seats instead.',
    ],
  },
  {
    title: 'Continuation Bets That Make Sense',
    description: 'Boards to bet, boards to check, and how to tell them apart in two seconds.',
    text: [
      'Ask who has more strong hands here. If the answer takes longer than two seconds, bet small or check.',
    ],
    weeks: [
      'Sort fifty flops into boards that suit the raiser, the caller, or nobody.',
      'Bet a third of the pot on the first kind only. Note what the others would have cost.',
      'Check back ten hands that you used to bet, and see how the turn plays.',
      'Name the board in two seconds, then decide. Time yourself on forty flops.',
    ],
  },
  {
    title: 'Blind Defence',
    description: 'Defending wide enough without defending badly.',
    text: ['You already paid one blind. The price of a call is better than it looks and the position worse.'],
    weeks: [
      'Write the price of each call from the big blind before you make it.',
      'Defend suited hands against small raises and fold the offsuit ones. Compare after two hundred hands.',
      'Check-raise one board class only, and list what folded.',
      'Review the ten largest pots that began in your blinds.',
    ],
  },
  {
    title: 'Value and Thin Value',
    description: 'The bets that winning players make and others check.',
    text: [
      'A thin value bet is one that worse hands call a little more often than better ones. List them before the river, not on it.',
    ],
    weeks: [
      'On every river, list three worse hands that call. With fewer than three, check.',
      'Bet small where you used to check second pair. Count the calls.',
      'Find ten rivers on which you were called by worse and could have bet more.',
      'Let a friend pick twenty rivers and name the size before you see the cards.',
    ],
  },
  {
    title: 'Balanced Enough',
    description: 'How much balance a human opponent can notice, and where to stop.',
    text: ['Balance is a defence. Against people who do not look, the best defence is a stronger attack.'],
    weeks: [
      'Write your bluffs for one turn line. If you find none, your opponents may know it.',
      'Add two bluffs that block calls and take out two that block folds.',
      'Play the line against people who fold too much, then against people who never do.',
      'Decide where you stop balancing, in one sentence.',
    ],
  },
  {
    title: 'Reading Populations',
    description: 'What a thousand opponents have in common, and how to use it fairly.',
    text: [
      'One opponent is a story, a thousand are a number. Start from the number and let the story move it a little.',
    ],
    weeks: [
      'Note how often the table folds to a second bet. Nothing else.',
      'Compare with your database, if you keep one. One table is an anecdote.',
      'Change one frequency by a tenth toward what you found.',
      'Write what you would need to see to change it back.',
    ],
  },
  {
    title: 'Overbets',
    description: 'When the pot is too small for what your range knows.',
    text: ['An overbet says that the middle of your range would rather check. Build it from the two ends.'],
    weeks: [
      'Find ten turns on which your range holds the best hands and theirs does not.',
      'Build an overbet from the two ends: the best hands, and the ones that want a fold.',
      'Defend against one: choose hands by what they block, not by how they look.',
      'Compare the pots with and without it. Keep it where it paid.',
    ],
  },
  {
    title: 'Endgame',
    description: 'Short stacks, pay jumps, heads-up: the part that pays most and is studied least.',
    text: ['Half of a tournament’s money is decided in its last tenth of hands. Study in that proportion.'],
    weeks: [
      'Learn the push chart for ten big blinds from the last three seats.',
      'Play fifty short-stack hands from memory, then check them.',
      'Replay one final table with the stacks of another seat.',
      'Practise heads-up for an hour with a fixed stack. Write the three spots that felt unclear.',
    ],
  },
  {
    title: 'Teaching Yourself',
    description: 'A review method for the years after this plan.',
    text: [
      'Each week: choose one question, collect twenty hands, write one sentence. Read the sentences once a year.',
    ],
    weeks: [
      'Choose the question of this month. It has to fit in one sentence.',
      'Collect twenty hands that belong to it, won and lost.',
      'Answer it in writing, and give it to somebody who disagrees.',
      'File the answer with its date. Next month, choose another question.',
    ],
  },
];
