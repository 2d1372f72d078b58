/** Shown beside a changed field after a conflict. @param stored - the saved value, formatted as in the form */
export function savedMeanwhileText(stored: string): string {
  return `“${stored}” was saved in the meantime. Save again to use what you entered.`;
}
