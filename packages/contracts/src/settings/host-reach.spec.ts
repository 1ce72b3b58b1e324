import { describe, expect, it } from '@jest/globals';
import { getHostReach, isLoopbackAddress } from './host-reach.js';

describe('whom an address reaches (OWN-222)', () => {
  it.each([
    'http://localhost',
    'http://LocalHost.:3100',
    'http://shop.localhost',
    'http://a.b.localhost..',
    'http://127.0.0.1:3100',
    'http://127.9.9.9',
    'http://127.1',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://2130706433',
    'http://127.0.0.1.',
    'http://[::1]',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://127。0。0。1',
    'http://ⓛocalhost',
  ])('%s is this machine', (address) => expect(getHostReach(address)).toBe('loopback'));

  it.each([
    'http://0.0.0.0',
    'http://[::]',
    'http://10.0.0.5',
    'http://10.255.255.255',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.0.1',
    'http://100.64.0.1',
    'http://169.254.169.254',
    'http://198.18.0.1',
    'http://224.0.0.1',
    'http://255.255.255.255',
    'http://[::ffff:10.0.0.5]',
    'http://[fd00::1]',
    'http://[fe80::1]',
    'http://[ff02::1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://stripe',
    'http://stripe.',
    'http://api.internal',
    'http://metadata.google.internal.',
    'http://nas.local',
    'http://router.lan',
    'http://box.home.arpa',
  ])('%s is a network of its own', (address) => expect(getHostReach(address)).toBe('private'));

  it.each([
    'https://api.stripe.com',
    'https://discord.com/api',
    'https://shop.example',
    'https://localhost.example',
    'https://127.0.0.1.example',
    'https://mylocalhost.dev',
    'https://9.255.255.255',
    'https://11.0.0.1',
    'https://126.255.255.255',
    'https://128.0.0.1',
    'https://172.15.255.255',
    'https://172.32.0.1',
    'https://192.167.255.255',
    'https://169.253.255.255',
    'https://[2606:4700::1111]',
    'https://[::ffff:8.8.8.8]',
  ])('%s is everybody', (address) => expect(getHostReach(address)).toBe('public'));
});

describe('isLoopbackAddress', () => {
  it.each([
    'http://localhost:3000',
    'http://127.0.0.1',
    'https://127.8.9.1:1',
    'http://[::1]:3000',
    'http://2130706433',
  ])('takes %s', (url) => {
    expect(isLoopbackAddress(url)).toBe(true);
  });
  it.each([
    'http://127.0.0.1.evil.example',
    'http://10.0.0.1',
    'ftp://localhost',
    'localhost:3000',
    'http://0.0.0.0',
    '',
  ])('refuses %j', (url) => {
    expect(isLoopbackAddress(url)).toBe(false);
  });
});
