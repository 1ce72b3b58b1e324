import { describe, expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useTypedSearch } from './list-bar';

/** A search box beside an address that follows it late. */
function open(value = '') {
  const told: string[] = [];
  const { result, rerender } = renderHook(
    (address: string) => useTypedSearch({ value: address, onChange: (text) => void told.push(text) }),
    { initialProps: value },
  );
  return {
    told,
    shown: () => result.current.value,
    type: (text: string) => act(() => result.current.onChange(text)),
    address: (text: string) => rerender(text),
  };
}

describe('a search that stands in the address', () => {
  it('begins with what the address has', () => expect(open('nova').shown()).toBe('nova'));

  it('shows what is typed at once, and keeps it while the address is on its way', () => {
    const { shown, type, address, told } = open();
    type('n');
    type('no');
    expect(shown()).toBe('no');
    address('n');
    expect(shown()).toBe('no');
    address('no');
    expect(shown()).toBe('no');
    expect(told).toEqual(['n', 'no']);
  });

  it.each([
    ['cleared', ''],
    ['changed by going back', 'fin'],
  ])('follows an address that was %s', (_, now) => {
    const { shown, type, address } = open('fin');
    type('nova');
    address('nova');
    address(now);
    expect(shown()).toBe(now);
    address('nova');
    expect(shown()).toBe('nova');
  });
});
