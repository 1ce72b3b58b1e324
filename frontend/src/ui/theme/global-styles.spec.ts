import { afterEach, expect, it } from '@jest/globals';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { createSystem, type SystemContext } from '@chakra-ui/react/styled-system';
import { withoutPrerenderedGlobalStyles } from './global-styles';

const engine = () => createSystem(defaultBaseConfig, { globalCss: { body: { color: 'red' } } });
const globalOf = (system: SystemContext) => {
  const { _global: styles } = withoutPrerenderedGlobalStyles(system);
  return styles;
};

afterEach(() => document.head.replaceChildren());

it('takes the global styles that the page has by their name', () => {
  document.head.innerHTML = '<style data-emotion="css-global all" data-s></style>';
  expect(globalOf(engine())).toEqual({ name: 'all', styles: '' });
});

it('has them made on a page that came without', () => {
  document.head.innerHTML = '<style data-emotion="css abc" data-s></style>';
  expect(JSON.stringify(globalOf(engine()))).toContain('"color":"red"');
});
