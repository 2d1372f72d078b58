import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeError } from './describe-error.ts';

describe('validation messages', () => {
  it.each([
    ['Enter a number', z.number(), '5'],
    ['Enter a whole number', z.int(), 1.5],
    ['Choose true or false', z.boolean(), 'yes'],
    ['Enter text', z.string(), 7],
    ['This is missing', z.string(), undefined],
    ['This is not in the expected format', z.array(z.string()), {}],
    ['Choose one of pdf, session', z.enum(['pdf', 'session']), 'video'],
    ['Enter at least 0', z.number().min(0), -1],
    ['Enter more than 0', z.int().positive(), 0],
    ['Enter less than 1', z.number().lt(1), 1],
    ['Enter at most 604,800', z.number().max(604_800), 1e9],
    ['Please use at most 3 characters', z.string().max(3), 'four'],
    ['Please use at least 1 character', z.string().min(1), ''],
    ['Choose at most 1', z.array(z.int()).max(1), [1, 2]],
    ['This is not in the expected format', z.string().regex(/^a$/), 'b'],
    ['This is not in the expected format', z.union([z.int(), z.boolean()]), 'x'],
  ])('without a message of its own, a schema gets “%s” (case %#)', (sentence, schema, value) => {
    const { error } = z.object({ field: schema }).safeParse({ field: value });
    expect(describeError(error)).toMatchObject({ status: 400, fields: { field: sentence } });
  });

  it('the message of a schema is kept', () => {
    const { error } = z.object({ age: z.number({ error: 'Enter your age' }) }).safeParse({ age: 'x' });
    expect(describeError(error)).toMatchObject({ message: 'Enter your age' });
  });
});
