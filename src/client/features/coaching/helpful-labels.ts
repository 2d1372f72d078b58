/** How a student rates an answer, from 1 to 3. */
export const helpfulLabels = ['Not helpful', 'Somewhat', 'Helpful'] as const;
