import { z } from 'zod';
import { appRouter } from '../router.ts';

export type ProcedureSchemas = {
  type: 'query' | 'mutation';
  /** Undefined if the procedure takes no input. */
  input: z.ZodType | undefined;
  /** Undefined if the procedure returns no output. */
  output: z.ZodType | undefined;
};

const schema = z.instanceof(z.ZodType);
const definition = z.object({
  type: z.enum(['query', 'mutation']),
  inputs: z.array(schema).max(1),
  output: schema.optional(),
});

/** Every procedure by its dotted name, with its declared schemas. */
export const procedureSchemas: ReadonlyMap<string, ProcedureSchemas> = new Map(
  Object.entries(appRouter._def.procedures).map(([name, procedure]) => {
    const { type, inputs, output } = definition.parse(Reflect.get(procedure, '_def'));
    return [name, { type, input: inputs[0], output }] as const;
  }),
);

/** @throws Error for an unknown procedure */
export function schemasOf(name: string): ProcedureSchemas {
  const found = procedureSchemas.get(name);
  if (!found) throw new Error(`there is no procedure ${name}`);
  return found;
}
