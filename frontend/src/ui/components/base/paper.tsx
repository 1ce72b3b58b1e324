import { chakra } from '@chakra-ui/react/styled-system';
import { light } from '../../theme/palette';

/** Column around a printable paper, as wide as the printed page. */
export const PaperColumn = chakra('div', {
  base: {
    maxWidth: '760px',
    mx: 'auto',
    py: { base: '4', md: '8', _print: '0' },
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
  },
});
/** Row of buttons above a paper, which is left out in print. */
export const PaperActions = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '3', _print: { display: 'none' } },
});
/** Printable sheet, white in every theme to save ink, in the colours of the light theme. */
export const Paper = chakra('article', {
  base: {
    bg: '#fff',
    color: light.text,
    borderWidth: '1px',
    borderColor: light.line,
    px: { base: '5', md: '10' },
    py: { base: '6', md: '10' },
    display: 'grid',
    gap: { base: '5', md: '7' },
    lineHeight: 'snug',
    _print: { borderWidth: '0', p: '0', gap: '5', fontSize: '10pt' },
  },
});
