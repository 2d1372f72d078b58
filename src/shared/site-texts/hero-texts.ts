/** The original texts of the landing page's first screen, in their own module: all other texts load later. */
export const heroTexts = {
  heroTitle: 'Master the game in the hands you keep getting wrong',
  heroLead:
    'Nobody loses a game on aces. It is lost on the hands at the edge of the range, a little at a time. Our coaching plans and sessions take those hands apart one by one, until the right play is the one you make without thinking.',
  heroNote: 'Coaching only. Nothing here is wagered.',
} as const;

/** The key of the text that search engines and shared links show for the landing page. */
export const searchDescriptionKey = 'searchDescription';
