import { describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderUi } from '../../../test/render';
import { Dialog, SidePanel } from './dialog';

describe.each([
  ['Dialog', Dialog],
  ['SidePanel', SidePanel],
])('%s', (_name, Modal) => {
  it('is named by its title, holds the focus and leaves on Escape and by its button', async () => {
    const onClose = jest.fn();
    await renderUi(
      <Modal open onClose={onClose} title="Your cart" footer={<button type="button">Pay</button>}>
        Two things
      </Modal>,
    );
    const modal = await screen.findByRole('dialog', { name: 'Your cart' });
    await waitFor(() => expect(modal.contains(document.activeElement)).toBe(true));
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('is not there while closed', async () => {
    await renderUi(
      <Modal open={false} onClose={() => undefined} title="Your cart">
        Two things
      </Modal>,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays when something outside is focused', async () => {
    const onClose = jest.fn();
    await renderUi(
      <>
        <button type="button">Outside</button>
        <Modal open onClose={onClose} title="Your cart">
          Two things
        </Modal>
      </>,
    );
    const modal = await screen.findByRole('dialog');
    await waitFor(() => expect(modal.contains(document.activeElement)).toBe(true));
    act(() => screen.getByText('Outside').focus());
    await waitFor(() => expect(modal.contains(document.activeElement)).toBe(true));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog')).toBe(modal);
  });
});
