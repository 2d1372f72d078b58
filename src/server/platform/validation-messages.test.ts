import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeError } from './describe-error.ts';

describe('the message for an input whose schema has none of its own', () => {
  it.each([
    [z.number(), '5', 'Enter a number'],
    [z.int(), 1.5, 'Enter a whole number'],
    [z.boolean(), 'yes', 'Choose true or false'],
    [z.string(), 7, 'Enter text'],
    [z.string(), undefined, 'This is missing'],
    [z.array(z.string()), {}, 'This is not in the expected format'],
    [z.enum(['pdf', 'session']), 'video', 'Choose one of pdf, session'],
    [z.number().min(0), -1, 'Enter at least 0'],
    [z.int().positive(), 0, 'Enter more than 0'],
    [z.number().lt(1), 1, 'Enter less than 1'],
    [z.number().max(604_800), 1e9, 'Enter at most 604,800'],
    [z.string().max(3), 'four', 'Please use at most 3 characters'],
    [z.string().min(1), '', 'Please use at least 1 character'],
    [z.array(z.int()).max(1), [1, 2], 'Choose at most 1'],
    [z.string().regex(/^a$/), 'b', 'This is not in the expected format'],
    [z.union([z.int(), z.boolean()]), 'x', 'This is not in the expected format'],
  ])('%# describes %j in plain words', (schema, value, sentence) => {
    const { error } = z.object({ field: schema }).safeParse({ field: value });
    expect(describeError(error)).toMatchObject({ status: 400, fields: { field: sentence } });
  });

  it("keeps a schema's own message", () => {
    const { error } = z.object({ age: z.number({ error: 'Enter your age' }) }).safeParse({ age: 'x' });
    expect(describeError(error)).toMatchObject({ message: 'Enter your age' });
  });
});
