import { initTRPC } from '@trpc/server';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeError } from './describe-error.ts';

const t = initTRPC.create();
const createCaller = t.createCallerFactory(
  t.router({
    double: t.procedure
      .input(z.int())
      .output(z.int().max(10))
      .query(({ input }) => input * 2),
  }),
);

it('invalid input is an error of the client, and the error names the invalid fields', async () => {
  const error = await createCaller({})
    .double(1.5)
    .catch((thrown: unknown) => thrown);
  expect(describeError(error)).toMatchObject({
    status: 400,
    code: 'invalid_input',
    fields: expect.anything(),
  });
});

it('a response that does not match its schema is an internal error, which names no fields', async () => {
  const error = await createCaller({})
    .double(6)
    .catch((thrown: unknown) => thrown);
  expect(describeError(error)).toEqual({
    status: 500,
    code: 'internal',
    message: expect.stringContaining('our side'),
  });
});
