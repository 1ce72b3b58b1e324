import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderUi } from '../../../test/render';
import { Price } from './price';
import { TickingNumber } from './ticking-number';

it('shows what it costs, ticking or not, and what it cost', async () => {
  const { container, rerender } = await renderUi(<Price now="$15.00" before="$17.00" />);
  expect(container.querySelector('s')?.textContent).toBe('Before $17.00');
  rerender(<Price now={<TickingNumber value={15} />} before="$17.00" />);
  expect(screen.getAllByText('15')).not.toHaveLength(0);
});

it('strikes nothing through when nothing changed', async () => {
  const { container } = await renderUi(<Price now="$15.00" before="$15.00" />);
  expect(container.querySelector('s')).toBeNull();
});
