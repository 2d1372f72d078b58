/** Shown beside a changed field after a conflict. @param stored what someone else saved, as the form shows it */
export function savedMeanwhileText(stored: string): string {
  return `“${stored}” was saved in the meantime. Save again to use what you entered.`;
}
