import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../../../test/render';
import { LightTabs } from './category-tabs';

const ITEMS = ['coins', 'items', 'bases'].map((value) => ({ value, label: value }));

function Tabs() {
  const [value, setValue] = useState('coins');
  return (
    <LightTabs label="Kinds" items={ITEMS} value={value} onChange={setValue}>
      {value}
    </LightTabs>
  );
}

it('is walked with the arrow keys, Home and End, in a circle: what is chosen has the focus (OWN-171)', async () => {
  await renderUi(<Tabs />);
  const at = () => [document.activeElement?.textContent, screen.getByRole('tabpanel').textContent];
  await userEvent.tab();
  const seen = [];
  for (const key of ['{ArrowRight}', '{End}', '{ArrowRight}', '{ArrowLeft}', '{Home}']) {
    await userEvent.keyboard(key);
    seen.push(at());
  }
  expect(seen).toEqual(['items', 'bases', 'coins', 'bases', 'coins'].map((name) => [name, name]));
  const reachable = screen.getAllByRole('tab').filter(({ tabIndex }) => tabIndex === 0);
  expect(reachable.map(({ textContent }) => textContent)).toEqual(['coins']);
});
