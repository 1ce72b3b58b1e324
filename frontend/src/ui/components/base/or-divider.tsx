import { chakra } from '@chakra-ui/react/styled-system';

/** Divider with a word such as "or" between two alternatives. */
export const OrDivider = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    color: 'muted',
    textStyle: 'small',
    _before: { content: '""', flex: '1', height: '1px', bg: 'line' },
    _after: { content: '""', flex: '1', height: '1px', bg: 'line' },
  },
});
