import { describe, expect, it } from 'vitest';
import { idOf } from './stripe-subscription.ts';

describe('idOf', () => {
  it.each([
    [null, null],
    [undefined, null],
    ['pi_1', 'pi_1'],
    [{ id: 'pi_2' }, 'pi_2'],
  ])('%j → %j', (field, id) => {
    expect(idOf(field)).toBe(id);
  });
});
