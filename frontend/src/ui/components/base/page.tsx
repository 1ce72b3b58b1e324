import { chakra } from '@chakra-ui/react/styled-system';

/** Page width and side margins: content up to 1240 px wide, with margins of 16, 24 and 40 px. */
export const Page = chakra('div', {
  base: {
    width: 'full',
    maxWidth: 'calc(1240px + 2 * var(--gutter))',
    mx: 'auto',
    px: 'var(--gutter)',
    '--gutter': { base: '16px', md: '24px', lg: '40px' },
  },
});

/** Block of running text with at most 70 characters per line. */
export const Prose = chakra('div', {
  base: {
    maxWidth: 'prose',
    lineHeight: 'loose',
    '& h2': { textStyle: 'heading', mt: '8', mb: '3' },
    '& h3': { textStyle: 'subheading', mt: '6', mb: '2' },
    '& p + p, & ul + p, & p + ul': { mt: '3' },
    '& ul': { listStyle: 'square', ps: '5', display: 'grid', gap: '1.5' },
    '& li::marker': { color: 'accent' },
    '& a': { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px' },
  },
});

export const TextLink = chakra('a', {
  base: {
    color: 'accent',
    fontWeight: 'medium',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    textDecorationThickness: '1px',
    _hover: { textDecorationThickness: '2px' },
  },
});
