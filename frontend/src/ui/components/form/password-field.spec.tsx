import { describe, expect, it } from '@jest/globals';
import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderUi } from '../../../test/render';
import { PasswordField, PasswordStrength } from './password-field';

describe('PasswordField', () => {
  it('hides what is typed until asked to show it, and back', async () => {
    await renderUi(<PasswordField label="Password" autoComplete="current-password" />);
    const input = screen.getByLabelText<HTMLInputElement>('Password');
    expect(input.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(input.type).toBe('text');
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(input.type).toBe('password');
  });

  it('leaves no room below it for what it does not say yet', async () => {
    const drawn = createCache({ key: 'drawn', container: document.head });
    await renderUi(
      <CacheProvider value={drawn}>
        <PasswordField label="Password" hint={<PasswordStrength password="" username="" />} />
      </CacheProvider>,
    );
    const field = screen.getByText('Password').parentElement!;
    const below = [...field.children].slice(2);
    expect(below.map((quiet) => getComputedStyle(quiet).position)).toEqual(['absolute', 'absolute']);
  });

  it('ties its error to the input', async () => {
    await renderUi(<PasswordField label="Password" error="At least 8 characters." />);
    const input = screen.getByLabelText('Password');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = input.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toContain('At least 8 characters.');
  });
});
