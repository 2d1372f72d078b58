type Part = { mutate: string[]; tests: string[] };

/**
 * The rules over money and access, each with the tests that have to notice when one of them is broken. Tests that kill
 * processes or play thousands of rounds are left out: every mutant runs its tests again.
 */
const parts: Record<string, Part> = {
  rules: {
    mutate: [
      'src/shared/access/plan-rules.ts',
      'src/shared/access/access-rules.ts',
      'src/shared/payments/refund-policy.ts',
      'src/server/payments/refunds/refund-state.ts',
      'src/server/payments/checkout/checkout-outcome.ts',
    ],
    tests: [
      'src/shared/access/plan-rules.test.ts',
      'src/shared/access/access-rules.test.ts',
      'src/shared/payments/refund-policy.test.ts',
      'src/server/payments/refunds/refund-state.test.ts',
      'src/server/payments/checkout/checkout-outcome.test.ts',
    ],
  },
  fulfilment: {
    mutate: ['src/server/payments/checkout/fulfilment.operations.ts'],
    tests: [
      'src/server/payments/checkout/fulfilment.test.ts',
      'src/server/payments/checkout/fulfilment-effects.test.ts',
      'src/server/payments/reconciliation.test.ts',
    ],
  },
  refunds: {
    mutate: [
      'src/server/payments/refunds/refund-access.operations.ts',
      'src/server/payments/refunds/refunds.operations.ts',
    ],
    tests: [
      'src/server/payments/refunds/refunds.test.ts',
      'src/server/payments/refunds/refund-calls.test.ts',
      'src/server/payments/refunds/refund-requests.test.ts',
      'src/server/payments/refunds/disputes.test.ts',
      'src/server/payments/refunds/refund-renewal.test.ts',
    ],
  },
  files: {
    mutate: ['src/server/access/file-access.operations.ts'],
    tests: ['src/server/access/file-gate.test.ts'],
  },
  sessions: {
    mutate: [
      'src/server/auth/session-id.ts',
      'src/server/auth/sessions.operations.ts',
      'src/server/auth/sessions.queries.ts',
    ],
    tests: ['src/server/auth/sessions.test.ts'],
  },
  sessionList: {
    mutate: ['src/server/auth/signed-in-devices.operations.ts'],
    tests: ['src/server/auth/signed-in-devices.test.ts'],
  },
  uploads: {
    mutate: [
      'src/server/uploads/own-upload.operations.ts',
      'src/server/uploads/product-files.operations.ts',
      'src/server/uploads/upload-owner.ts',
      'src/server/uploads/uploads.operations.ts',
    ],
    tests: ['src/server/uploads/uploads.test.ts', 'src/server/uploads/upload-claims.test.ts'],
  },
};

/** The parts that MUTATION_PARTS names, with commas between; all of them when it is not set. @throws Error */
export function chosenParts(): Part {
  const names = process.env.MUTATION_PARTS?.split(',') ?? Object.keys(parts);
  const chosen = names.map((name) => {
    const part = parts[name];
    if (!part) throw new Error(`MUTATION_PARTS: ${name} is none of ${Object.keys(parts).join(', ')}`);
    return part;
  });
  return {
    mutate: chosen.flatMap(({ mutate }) => mutate),
    tests: chosen.flatMap(({ tests }) => tests),
  };
}
