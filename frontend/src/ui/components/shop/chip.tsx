import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { notched } from '../../theme/recipes/notch';
import { Icon, type IconName } from '../base/icon';
import { TextElement } from '../base/text-element';

const plinthColours = (name: string) => ({
  '--notch-fill': `colors.plinth${name}`,
  '--notch-edge': `colors.plinth${name}Glow`,
});

const Base = chakra('span', {
  base: {
    ...notched,
    '--notch-step': '3px',
    '--notch-fill': 'colors.raised',
    '--notch-edge': 'colors.line',
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: '24px',
    px: '2',
    py: '0.5',
    fontSize: 'xs',
    fontWeight: 'semibold',
    lineHeight: 'snug',
    color: 'text',
    whiteSpace: 'nowrap',
  },
  variants: {
    tone: {
      plain: {},
      accent: {
        color: 'onAccent',
        '--notch-fill': 'colors.accent',
        '--notch-edge': 'colors.accent',
        '--notch-light': 'colors.sheen',
      },
      waiting: { color: 'accent' },
      money: { color: 'money' },
      loyalty: { color: 'loyalty' },
      danger: { color: 'danger' },
      info: { color: 'info' },
      muted: { color: 'muted' },
      coins: plinthColours('Coins'),
      items: plinthColours('Items'),
      bases: plinthColours('Bases'),
      armor: plinthColours('Armor'),
    },
  },
});

export type ChipTone =
  | 'plain'
  | 'accent'
  | 'money'
  | 'loyalty'
  | 'danger'
  | 'info'
  | 'muted'
  | 'coins'
  | 'items'
  | 'bases'
  | 'armor';

interface ChipProps {
  readonly tone?: ChipTone;
  readonly icon?: IconName;
  readonly lang?: string;
  readonly children: ReactNode;
}

/** Small label such as "SALE", a category or an amount. */
export function Chip({ tone = 'plain', icon, children, lang }: ChipProps) {
  return (
    <Base tone={tone} lang={lang}>
      {icon && <Icon name={icon} size={14} />}
      <TextElement>{children}</TextElement>
    </Base>
  );
}

const Mark = chakra('span', { base: { width: '8px', height: '8px', bg: 'currentColor', flexShrink: '0' } });
const Label = chakra('span', { base: { color: 'text' } });

/** Status text with a coloured block, so that the colour is never the only signal. */
export function StatusChip({ tone = 'plain', children, lang }: Omit<ChipProps, 'icon'>) {
  return (
    <Base tone={tone === 'accent' ? 'waiting' : tone} data-tone={tone} lang={lang}>
      <Mark aria-hidden="true" />
      <Label>{children}</Label>
    </Base>
  );
}

/** Count beside a label, as on a tab; above 99 it reads "99+". */
export function Badge({ children, tone = 'accent' }: Omit<ChipProps, 'icon'>) {
  return (
    <Base tone={tone} css={{ minHeight: '18px', px: '1.5', py: '0', textStyle: 'numeric' }}>
      {typeof children === 'number' && children > 99 ? '99+' : children}
    </Base>
  );
}
