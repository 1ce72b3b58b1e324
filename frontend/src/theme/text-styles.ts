import { defineTextStyles } from '@chakra-ui/react/styled-system';

const display = {
  fontFamily: 'display',
  fontWeight: '600',
  letterSpacing: 'tight',
  lineHeight: 'tight',
} as const;

/** 12 / 14 / 16 / 20 / 25 / 31 / 39. Display from 20 up; text is Inter. */
export const textStyles = defineTextStyles({
  hero: { value: { ...display, fontSize: { base: '2xl', md: '3xl' } } },
  title: { value: { ...display, fontSize: { base: 'xl', md: '2xl' } } },
  heading: { value: { ...display, fontSize: { base: 'lg', md: 'xl' } } },
  subheading: { value: { ...display, fontSize: { base: 'md', md: 'lg' } } },
  label: { value: { fontSize: 'sm', fontWeight: 'medium', lineHeight: 'snug' } },
  body: { value: { fontSize: 'md', lineHeight: 'body' } },
  small: { value: { fontSize: 'sm', lineHeight: 'body' } },
  tiny: { value: { fontSize: 'xs', lineHeight: 'snug' } },
  /** Tabular numbers, for comparing and animating. */
  numeric: {
    value: { fontVariantNumeric: 'tabular-nums slashed-zero', fontFeatureSettings: "'tnum', 'zero', 'cv11'" },
  },
  reference: { value: { fontFamily: 'mono', fontSize: 'sm', fontVariantNumeric: 'tabular-nums' } },
});
