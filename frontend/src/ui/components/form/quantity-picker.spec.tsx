import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { renderUi } from '../../../test/render';
import { QuantityPicker } from './quantity-picker';

function Picker({ start = 1, max = 99 }: { readonly start?: number; readonly max?: number }) {
  const [count, setCount] = useState(start);
  return (
    <>
      <QuantityPicker value={count} onChange={setCount} max={max} />
      <output>{count}</output>
    </>
  );
}

const input = () => screen.getByRole<HTMLInputElement>('spinbutton');
const chosen = () => screen.getByRole('status').textContent;

describe('QuantityPicker', () => {
  it('steps with its buttons and stops at both ends', async () => {
    await renderUi(<Picker max={2} />);
    const less = screen.getByRole<HTMLButtonElement>('button', { name: 'One less' });
    const more = screen.getByRole<HTMLButtonElement>('button', { name: 'One more' });
    expect(less.disabled).toBe(true);
    await userEvent.click(more);
    expect(chosen()).toBe('2');
    expect(more.disabled).toBe(true);
    expect(less.disabled).toBe(false);
  });

  it('goes from 1 to 99 by default (SHOP-5.11, SHOP-9.31)', async () => {
    await renderUi(<Picker />);
    expect(input().ariaValueMin ?? input().getAttribute('aria-valuemin')).toBe('1');
    await userEvent.clear(input());
    await userEvent.type(input(), '5000');
    expect(chosen()).toBe('99');
  });

  it('steps with the arrow keys', async () => {
    await renderUi(<Picker start={5} />);
    await userEvent.type(input(), '{ArrowUp}{ArrowUp}{ArrowDown}');
    expect(chosen()).toBe('6');
  });

  it('takes the maximum when more is typed (SHOP-5.11)', async () => {
    await renderUi(<Picker max={40} />);
    await userEvent.clear(input());
    await userEvent.type(input(), '75');
    expect(chosen()).toBe('40');
    expect(input().value).toBe('40');
  });

  it.each(['', '2.5', '2,5', '0.5', 'x', '-', '1e1'])(
    'goes back to the count before when left with "%s", and never counts it (SHOP-5.12, OWN-1052)',
    async (typed) => {
      await renderUi(<Picker start={7} />);
      await userEvent.clear(input());
      if (typed) await userEvent.type(input(), typed);
      expect(input().value).toBe(typed);
      expect(chosen()).toBe('7');
      await userEvent.tab();
      expect(input().value).toBe('7');
      expect(chosen()).toBe('7');
    },
  );

  it.each(['0', '-3', '00'])(
    'becomes the minimum when left with "%s" (SHOP-5.11, OWN-1052)',
    async (typed) => {
      await renderUi(<Picker start={7} />);
      await userEvent.clear(input());
      await userEvent.type(input(), typed);
      expect(chosen()).toBe('7');
      await userEvent.tab();
      expect(input().value).toBe('1');
      expect(chosen()).toBe('1');
    },
  );

  it.each(['1,000', '1.000', '1 000'])('understands "%s" as a thousand (OWN-1052)', async (typed) => {
    await renderUi(<Picker start={7} max={1500} />);
    await userEvent.clear(input());
    await userEvent.type(input(), `${typed}{Enter}`);
    expect(input().value).toBe('1000');
    expect(chosen()).toBe('1000');
  });
});
