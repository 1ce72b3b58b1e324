import { describe, expect, it, jest } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { useRowSelection } from './use-row-selection';

const rowsOf = (...ids: number[]) => ids.map((id) => ({ id }));

describe('the selection of a list', () => {
  it('hands rows the same function to open them, whatever is marked, which does what the last rendering says', () => {
    const draw = (rows: { id: number }[]) => ({
      rows,
      filter: { value: () => '', set: jest.fn<(name: string, value: string) => void>() },
      onOpened: jest.fn<(id: number) => void>(),
    });
    const [first, second] = [draw(rowsOf(7, 8)), draw(rowsOf(8, 9))];
    const { result, rerender } = renderHook(
      ({ rows, filter, onOpened }) => useRowSelection(filter, rows, onOpened),
      { initialProps: first },
    );
    const { open } = result.current;
    act(() => result.current.go(1));
    expect(result.current.selectedId).toBe(7);
    rerender(second);
    expect(result.current.open).toBe(open);
    act(() => open(9));
    expect(result.current.selectedId).toBe(9);
    expect(second.onOpened).toHaveBeenCalledWith(9);
    expect(second.filter.set).toHaveBeenCalledWith('open', '9');
    expect(first.onOpened).not.toHaveBeenCalled();
  });

  it('goes on to the next wanted row, never to the finished one, which may have moved below', () => {
    const filter = { value: () => '', set: jest.fn<(name: string, value: string) => void>() };
    const { result, rerender } = renderHook(({ rows }) => useRowSelection(filter, rows), {
      initialProps: { rows: rowsOf(1, 2, 3) },
    });
    act(() => result.current.go(1));
    rerender({ rows: rowsOf(2, 1, 3) });
    act(() => result.current.goOn((id) => id !== 2));
    expect(result.current.selectedId).toBe(3);
  });
});
