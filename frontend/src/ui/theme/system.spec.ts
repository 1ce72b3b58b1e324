import { describe, expect, it } from '@jest/globals';
import { defaultBaseConfig } from '@chakra-ui/react/preset-base';
import { css as ruleOf } from '@emotion/react';
import { createSystem } from '@chakra-ui/react/styled-system';
import { withMemoizedStyles } from './system';

const engine = createSystem(defaultBaseConfig);
const system = withMemoizedStyles(createSystem(defaultBaseConfig));
const recipe = {
  base: { color: 'red' },
  variants: { size: { sm: { padding: '1px' }, md: { padding: '2px' } } },
};

describe('the styles of a component', () => {
  it('is made once and comes to what the engine makes of it', () => {
    expect(system.cva(recipe)).toBe(system.cva(recipe));
    for (const size of ['sm', 'md'] as const)
      expect(system.cva(recipe)({ size })).toEqual(engine.cva(recipe)({ size }));
  });

  it('keeps recipes apart that look alike', () => {
    const other = { ...recipe, base: { color: 'blue' } };
    expect(system.cva(other)({ size: 'sm' })).not.toEqual(system.cva(recipe)({ size: 'sm' }));
  });

  it('is the same with nothing added, and merged where something is', () => {
    const look = { color: 'red', margin: '1px' };
    expect(system.css(look, {}, undefined)).toEqual(ruleOf(engine.css(look)));
    expect(system.css(look, { color: 'blue' })).toEqual(ruleOf(engine.css(look, { color: 'blue' })));
    expect(system.css()).toEqual(engine.css());
  });
});
