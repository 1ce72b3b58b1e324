import { describe, expect, it } from '@jest/globals';
import { parseForm } from './parameters.js';

const plain = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text)));

describe('parseForm', () => {
  it('nests brackets into objects and lists, escaped or not', () => {
    expect(
      plain('mode=payment&line_items[0][price_data][unit_amount]=5&line_items%5B1%5D%5Bquantity%5D=2'),
    ).toEqual({
      mode: 'payment',
      line_items: [{ price_data: { unit_amount: '5' } }, { quantity: '2' }],
    });
    expect(plain('expand[]=a&expand[]=b&note=a+b%26c')).toEqual({ expand: ['a', 'b'], note: 'a b&c' });
  });

  it('keeps lists in the order of their indexes and closes gaps', () => {
    expect(plain('a[10]=z&a[2]=y&a[1]=x')).toEqual({ a: ['x', 'y', 'z'] });
  });

  it.each(['a=1&a[b]=2', 'a[b]=2&a=1', 'a[b', '[a]=1', `a${'[b]'.repeat(9)}=1`])('refuses %s', (text) => {
    expect(() => parseForm(text)).toThrow(/Invalid|nested/);
  });

  it('reaches no prototype', () => {
    const form = parseForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect(Object.getPrototypeOf(form)).toBeNull();
    expect('polluted' in {}).toBe(false);
  });
});
