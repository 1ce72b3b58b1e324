import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { sayLoadFailed } from './load-failed';

describe('scripts that do not arrive', () => {
  it('are told in place of the first view, with a way to try again', () => {
    document.body.innerHTML = '<div id="root"><div id="shell" aria-hidden="true">…</div></div>';
    sayLoadFailed();
    expect(screen.getByRole('alert').textContent).toMatch(/could not be loaded.*nicht geladen/);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(document.querySelector('#shell')).toBeNull();
  });
});
