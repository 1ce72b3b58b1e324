import { defineSlotRecipe } from '@chakra-ui/react/styled-system';
import { LOW_WINDOW } from '../media-queries';
import { notched } from './notch';

const edge = { '--notch-edge': 'colors.edge', '--notch-fill': 'colors.surface' } as const;

/** Styles shared by dialog, side panel and bottom sheet. */
export const dialogRecipe = defineSlotRecipe({
  className: 'dialog',
  slots: [
    'trigger',
    'backdrop',
    'positioner',
    'content',
    'title',
    'description',
    'closeTrigger',
    'header',
    'body',
    'footer',
  ],
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      zIndex: 'scrim',
      background: 'scrim',
      _open: { animation: 'fadeIn 160ms ease-out' },
      _closed: { animation: 'fadeOut 120ms ease-in' },
    },
    positioner: { position: 'fixed', inset: '0', zIndex: 'sheet', display: 'flex', overflow: 'hidden' },
    content: {
      ...notched,
      ...edge,
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      maxHeight: '100dvh',
      color: 'text',
      outline: 'none',
      boxShadow: '0 16px 64px var(--pax-colors-shadow)',
      // In low windows header and footer scroll with the content; a plain background replaces the painted one, which
      // would not scroll.
      [LOW_WINDOW]: { overflowY: 'auto', background: 'surface' },
    },
    header: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '3',
      px: { base: '4', md: '6' },
      py: '3',
      minHeight: '60px',
      borderBottomWidth: '1px',
      borderColor: 'line',
    },
    title: { textStyle: 'subheading', minWidth: '0', overflowWrap: 'anywhere' },
    description: { color: 'muted', textStyle: 'small' },
    body: {
      flex: '1',
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      px: { base: '4', md: '6' },
      py: '4',
      [LOW_WINDOW]: { flex: 'none', overflowY: 'visible' },
    },
    footer: {
      px: { base: '4', md: '6' },
      pt: '4',
      pb: 'max(16px, env(safe-area-inset-bottom))',
      borderTopWidth: '1px',
      borderColor: 'line',
    },
  },
  variants: {
    place: {
      centre: {
        positioner: {
          alignItems: { base: 'flex-end', md: 'center' },
          justifyContent: 'center',
          p: { base: '0', md: '6' },
        },
        content: {
          maxHeight: { base: 'calc(100dvh - 24px)', md: 'calc(100dvh - 64px)' },
          _open: { animation: 'riseIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)' },
          _closed: { animation: 'riseOut 120ms ease-in' },
        },
      },
      side: {
        positioner: { alignItems: { base: 'flex-end', md: 'stretch' }, justifyContent: 'flex-end' },
        content: {
          maxWidth: { base: 'full', md: 'panel' },
          maxHeight: { base: 'calc(100dvh - 40px)', md: '100dvh' },
          height: { base: 'auto', md: '100dvh' },
          _open: {
            animation: {
              base: 'sheetIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
              md: 'sideIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
            },
          },
          _closed: { animation: { base: 'sheetOut 140ms ease-in', md: 'sideOut 140ms ease-in' } },
        },
      },
    },
    size: {
      sm: { content: { maxWidth: { md: '420px' } } },
      md: { content: { maxWidth: { md: '600px' } } },
      lg: { content: { maxWidth: { md: '880px' } } },
    },
  },
  defaultVariants: { place: 'centre' },
});
