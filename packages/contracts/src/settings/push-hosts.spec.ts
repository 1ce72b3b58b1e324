import { describe, expect, it } from '@jest/globals';
import { findPushHostFaults, isPushAddress, isPushHost } from './push-hosts.js';

const HOSTS = ['push.example.com', '*.notify.example.net', 'http://127.0.0.1:3100'];

describe('hosts of push services', () => {
  it.each([
    'https://push.example.com/send/abc:APA91b-_x',
    'https://wns2-par02p.notify.example.net/w/?token=BQYAAAD%2f',
    'http://127.0.0.1:3100/push/send/1',
  ])('take %s', (address) => {
    expect(isPushAddress(address, HOSTS)).toBe(true);
  });

  it.each([
    'http://push.example.com/send',
    'https://push.example.com:444/send',
    'https://push.example.com:443/send',
    'https://push.example.com',
    'https://PUSH.example.com/send',
    'https://push.example.com./send',
    'https://user@push.example.com/send',
    'https://:secret@push.example.com/send',
    'https://push.example.com@evil.example/send',
    'https://push.example.com.evil.example/send',
    'https://evil.example/push.example.com',
    'https://notify.example.net/w',
    'https://evilnotify.example.net/w',
    'https://127.0.0.1/send',
    'http://127.0.0.1:3101/send',
    'https://127.0.0.1:3100/send',
    'http://127.1:3100/send',
    'https://[::1]/send',
    'https://10.0.0.5/send',
    'https://169.254.169.254/latest/meta-data',
    'https://push.example.com/../send',
    'javascript:alert(1)',
    'push.example.com',
    '',
  ])('do not take %s', (address) => {
    expect(isPushAddress(address, HOSTS)).toBe(false);
  });

  it('are names or the origin of a stand-in', () => {
    expect(
      [
        ...HOSTS,
        'localhost',
        '127.0.0.1',
        '*',
        '*.com/',
        'https://a.example.com',
        'http://127.0.0.1:1/x',
      ].map(isPushHost),
    ).toEqual([true, true, true, false, false, false, false, false, false]);
  });

  it('are reachable by everybody in production', () => {
    expect(findPushHostFaults(['push.example.com', '*.notify.example.net'])).toEqual([]);
    expect(findPushHostFaults(['http://127.0.0.1:3100', 'push.internal', '*.lan.home'])).toHaveLength(3);
  });
});
