import { z } from 'zod';

/**
 * The message for an issue whose schema states no message. It replaces zod's message, which is written for programmers.
 * Undefined keeps zod's message.
 */
function validationMessage(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'This is missing' : (typeLabels[issue.expected] ?? unreadable);
    case 'invalid_value':
      return `Choose one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return bound(issue.inclusive === false ? 'more than' : 'at least', Number(issue.minimum), issue.origin);
    case 'too_big':
      return bound(issue.inclusive === false ? 'less than' : 'at most', Number(issue.maximum), issue.origin);
    case 'invalid_format':
    case 'invalid_union':
      return unreadable;
    default:
      return undefined;
  }
}

const unreadable = 'This is not in the expected format';

const typeLabels: Partial<Record<string, string>> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose true or false',
};

function bound(which: string, limit: number, origin: string): string {
  const amount = limit.toLocaleString('en-US');
  if (origin === 'string') return `Please use ${which} ${amount} ${limit === 1 ? 'character' : 'characters'}`;
  return origin === 'array' ? `Choose ${which} ${amount}` : `Enter ${which} ${amount}`;
}

/** Applies to the whole process. */
export function setValidationMessages(): void {
  z.config({ customError: validationMessage });
}
