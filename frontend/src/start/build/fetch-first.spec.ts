import { describe, expect, it } from '@jest/globals';
import { addFetchFirst } from './fetch-first-plugin';

const chunk = (name: string, imports: string[], code = '', dynamicImports: string[] = []) => ({
  fileName: `assets/${name}.js`,
  isEntry: name === 'index',
  imports: imports.map((one) => `assets/${one}.js`),
  dynamicImports: dynamicImports.map((one) => `assets/${one}.js`),
  code,
});

describe('a built chunk (OWN-286)', () => {
  const entry = chunk('index', [], 'import("./base.js")', ['base']);
  const base = chunk('base', ['react']);
  const react = chunk('react', []);
  const dialog = chunk('dialog', ['portal', 'base']);
  const portal = chunk('portal', ['dialog']);
  const home = chunk('home', ['base'], 'a(()=>import(`./dialog.js`));b(()=>import("./portal.js"))');
  const all = [entry, base, react, dialog, portal, home];

  it('fetches each file of what it imports before it does, but those of the start', () => {
    expect(addFetchFirst(home, all, 'assets/')).toBe(
      'const __pax=["assets/dialog.js","assets/portal.js"];' +
        'a(()=>paxFetchFirst(__pax,[0,1]).then(()=>import(`./dialog.js`)));' +
        'b(()=>paxFetchFirst(__pax,[1,0]).then(()=>import("./portal.js")))',
    );
  });

  it('stays as it is where it imports nothing, and where it is the entry', () => {
    expect(addFetchFirst(entry, all, 'assets/')).toBe(entry.code);
    expect(addFetchFirst(dialog, all, 'assets/')).toBe('');
  });
});
