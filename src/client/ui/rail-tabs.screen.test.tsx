import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { RailTabs } from './rail-tabs.tsx';

beforeEach(() => {
  render(<Areas />);
});

function Areas() {
  const [selected, setSelected] = useState<'one' | 'two' | 'three'>('one');
  return (
    <RailTabs
      withoutRail={false}
      label="Areas"
      selected={selected}
      onChange={setSelected}
      items={[
        { key: 'one', label: 'One', count: 2, content: 'First' },
        { key: 'two', label: 'Two', count: 1, content: 'Second' },
        { key: 'three', label: 'Three', content: 'Third' },
      ]}
    />
  );
}

const opener = () => within(document.body).findByRole('button', { name: /^Areas: / });
const tab = (name: string) => within(document.body).getByRole('tab', { name: new RegExp(`^${name}`) });

it('the button says that its count is the total of all tabs', async () => {
  expect(await opener()).toHaveTextContent('One3 waiting in all');
  expect(tab('One')).toHaveTextContent('One2 waiting');
});

it('the arrow keys move through the opened list without closing it', async () => {
  const user = userEvent.setup({ document });
  await user.click(await opener());
  await user.tab();
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(tab('Three')).toHaveAttribute('aria-selected', 'true');
  expect(tab('Three')).toHaveFocus();
  expect(await opener()).toHaveAttribute('aria-expanded', 'true');
});

it('a click on a tab, even on the selected one, closes the list, and the button takes the focus', async () => {
  const user = userEvent.setup({ document });
  for (const name of ['Two', 'Two']) {
    await user.click(await opener());
    await user.click(tab(name));
    expect(tab(name)).toHaveAttribute('aria-selected', 'true');
    expect(await opener()).toHaveAttribute('aria-expanded', 'false');
    expect(await opener()).toHaveFocus();
  }
});

it.each(['Enter', ' '])(
  'the key "%s" on a tab closes the list, and the button takes the focus',
  async (key) => {
    const user = userEvent.setup({ document });
    await user.click(await opener());
    await user.tab();
    await user.keyboard(`{ArrowDown}{${key}}`);
    expect(tab('Two')).toHaveAttribute('aria-selected', 'true');
    expect(await opener()).toHaveAttribute('aria-expanded', 'false');
    expect(await opener()).toHaveFocus();
  },
);
