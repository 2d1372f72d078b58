import { typedNumber } from '../../shared/digit-groups.ts';

/** A typed number from 0 to 100, with or without a percent sign; undefined for other texts. */
export function typedPercent(text: string): number | undefined {
  const percent = typedNumber(text.trim().replace(/\s*%$/, ''));
  return percent >= 0 && percent <= 100 ? percent : undefined;
}
