import { expect, it } from 'vitest';
import { kycApplicationInput } from './kyc.ts';

it.each([undefined, null, 7, '', '  '])(
  'an application without a side of its document (%j) is rejected with a request for both sides',
  (side) => {
    const { shape } = kycApplicationInput;
    for (const field of [shape.documentImageUrl1, shape.documentImageUrl2]) {
      const { error } = field.safeParse(side);
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'Please upload both front and back sides of your document before submitting.',
      ]);
    }
  },
);
