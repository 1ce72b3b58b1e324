import { describe, expect, it } from '@jest/globals';
import { addressHash, addressKey } from './address-keys.js';

describe('addressKey (OWN-29)', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
    // With the port that some proxies add.
    ['203.0.113.8:40001', '203.0.113.8'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    // A name that a caller made up, a new one each time.
    ['_hidden7', 'unknown'],
    ['203.0.113.999', 'unknown'],
    ['', 'unknown'],
  ])('counts %s as %s', (address, key) => expect(addressKey(address)).toBe(key));

  it('counts the /48 of an IPv6 caller where its network is asked for', () => {
    expect(addressKey('2001:0DB8:0001:0002::9', 48)).toBe('2001:db8:1::/48');
    expect(addressKey('203.0.113.9', 48)).toBe('203.0.113.9');
  });

  it('counts disconnected callers as one, distinct from all others', () => {
    expect(addressKey(undefined)).not.toBe(addressKey(''));
    expect(addressHash('a', undefined)).toMatch(/^[\da-f]{32}$/);
  });

  it('hashes callers of one /64 alike, and differently under another secret', () => {
    const hash = addressHash('a', '2001:db8:1:2::1');
    expect(addressHash('a', '2001:db8:1:2:ffff::1')).toBe(hash);
    expect(addressHash('b', '2001:db8:1:2::1')).not.toBe(hash);
  });
});
