import { describe, expect, it } from '@jest/globals';
import { parseFormFields } from './parse-form-fields.js';

const read = (text: string) => parseFormFields(Buffer.from(text, 'latin1'));

describe('fields of a notification', () => {
  it('are read in the character set that they name (OWN-715)', () => {
    expect(read('charset=windows-1252&first_name=J%FCrgen+M.&address=80+%80')).toEqual({
      charset: 'windows-1252',
      first_name: 'Jürgen M.',
      address: '80 €',
    });
    expect(read('first_name=J%C3%BCrgen&charset=UTF-8')).toMatchObject({ first_name: 'Jürgen' });
    expect(read('first_name=J%FCrgen')).toEqual({ first_name: 'Jürgen' });
    expect(read('first_name=J\u00fcrgen&charset=no-such')).toMatchObject({ first_name: 'Jürgen' });
  });

  it('keep what is odd but plain', () => {
    expect(read('&a=1&&b&c==2&')).toEqual({ a: '1', b: '', c: '=2' });
    expect(read('')).toEqual({});
  });

  it.each(['mc_gross=1.00&txn_id=A&mc_gross=19.99', 'a=1&%61=2', 'cmd=_notify-validate&a=1', 'a=1&c%6Dd=x'])(
    'of %s are none, since PayPal could read them otherwise',
    (text) => {
      expect(read(text)).toBeUndefined();
    },
  );
});
