import { defineRecipe } from '@chakra-ui/react/styled-system';

/** Styles of inputs, which have no notched corners; the edge changes its colour on focus. */
export const inputRecipe = defineRecipe({
  className: 'input',
  base: {
    width: 'full',
    minHeight: 'touch',
    px: '3',
    fontSize: 'md',
    lineHeight: 'snug',
    color: 'text',
    background: 'bg',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'input',
    transitionProperty: 'border-color',
    transitionDuration: 'fast',
    _hover: { borderColor: 'muted' },
    _focusVisible: { outlineOffset: '0px', borderColor: 'accent' },
    _disabled: { opacity: 0.6, cursor: 'not-allowed' },
    '&[aria-invalid=true]': { borderColor: 'danger' },
  },
});
