import { describe, expect, it } from '@jest/globals';
import { profile } from '../../test/user';
import { checkUsername } from '../../lib/values/username-problem';
import { findChangedProfileFields, checkDiscordId, checkGameName, toProfileFields } from './profile-form';

describe('changesOf', () => {
  it('sends only what differs, trimmed', () => {
    const before = profile();
    expect(findChangedProfileFields(before, toProfileFields(before))).toEqual({});
    expect(findChangedProfileFields(before, { ...toProfileFields(before), username: ' vega ' })).toEqual({
      username: 'vega',
    });
    expect(findChangedProfileFields(before, { ...toProfileFields(before), minecraftName: '' })).toEqual({
      minecraftName: '',
    });
  });

  it('never sends a Discord id over a proven one (OWN-9)', () => {
    const proven = profile({ discordId: '111111111111111111' });
    const typed = { ...toProfileFields(proven), discordId: '222222222222222222' };
    expect(findChangedProfileFields(proven, typed)).toEqual({});
    expect(
      findChangedProfileFields(profile(), { ...toProfileFields(profile()), discordId: '222222222222222222' }),
    ).toEqual({
      discordId: '222222222222222222',
    });
  });
});

describe('checks', () => {
  it('take what the server takes and name what it refuses', () => {
    expect(checkUsername('no')).toBe('usernameShort');
    expect(checkUsername('a'.repeat(33))).toBe('usernameLong');
    expect(checkUsername('<b>name')).toBe('usernameForm');
    expect(checkUsername('Nova 1')).toBe(true);
    expect(checkDiscordId('')).toBe(true);
    expect(checkDiscordId('12')).toBe('discordId');
    expect(checkGameName('.Bed Rock')).toBe(true);
    expect(checkGameName('a!')).toBe('game');
  });
});
