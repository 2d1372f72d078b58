import { within } from '@testing-library/dom';
import { it } from 'vitest';
import { positionsOf } from '../../../../shared/poker/positions.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

it('the filter of hands offers each position at a table with ten players', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/hands', { as: student });
  const [filter = document.body] = await screen.findAllByRole('combobox', { name: 'Position' });
  const seats = Array.from({ length: 10 }, (_, index) => index + 1);
  for (const hasSmall of [true, false]) {
    for (const name of positionsOf(seats, 10, hasSmall).values()) {
      within(filter).getByRole('option', { name });
    }
  }
});
