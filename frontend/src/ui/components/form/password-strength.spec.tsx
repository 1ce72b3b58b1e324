import { describe, expect, it } from '@jest/globals';
import { renderUi } from '../../../test/render';
import { PasswordStrength } from './password-field';

describe('PasswordStrength', () => {
  it.each([
    ['', ''],
    ['kw7!z', ''],
    ['x'.repeat(129), ''],
    ['654321', 'Runs and repeats are what guessers try first.'],
    ['nova-mines', 'Names are what guessers try first.'],
    ['sunshine', 'Easy to guess. Longer is better.'],
    ['kjhw72nd!X', 'Good. A few more characters make it better.'],
    ['correct-horse-8', 'Hard to guess.'],
  ])('says of %s: %s', async (password, words) => {
    const { container } = await renderUi(<PasswordStrength password={password} username="Nova Mines" />);
    const line = container.querySelector('[aria-live=polite]');
    expect(line?.textContent).toBe(words);
    expect(line?.querySelectorAll('[data-lit]')).toHaveLength(
      words === '' ? 0 : words.startsWith('Hard') ? 3 : words.startsWith('Good') ? 2 : 1,
    );
  });
});
