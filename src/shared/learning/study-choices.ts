/** The possible answers to the four questions that students are asked after the first login. */

export const studyGames = { cash: 'Cash games', tournaments: 'Tournaments', both: 'Both' } as const;
export const studyStakes = {
  play: 'Play money',
  micro: 'Up to NL10, or buy-ins up to $5',
  small: 'NL25 to NL50, or buy-ins up to $30',
  higher: 'NL100 and higher, or larger buy-ins',
} as const;
export const studyAims = {
  fundamentals: 'Get the fundamentals right',
  postflop: 'Play better after the flop',
  discipline: 'Play calmly and keep my bankroll',
  advanced: 'Find an edge against good players',
} as const;
export const weeklyHours = { 2: 'About 2 hours', 4: 'About 4 hours', 7: 'About an hour a day' } as const;
