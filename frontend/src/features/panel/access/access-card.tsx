import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/components/base/icon';
import type { IconName } from '../../../ui/components/base/icon-paths';
import { Logo } from '../../../ui/components/base/logo';
import { Surface } from '../../../ui/components/base/surface';

const Whole = chakra('main', {
  base: {
    minHeight: '100dvh',
    display: 'grid',
    gridTemplateRows: 'auto 1fr',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    px: '4',
    py: '6',
    '&[data-tone=alert]': {
      bg: 'plinthBases',
      backgroundImage:
        'radial-gradient(ellipse 80% 60% at 50% 45%, {colors.plinthBasesGlow}, transparent 100%)',
    },
  },
});
const Card = chakra(Surface, {
  base: {
    alignSelf: 'center',
    width: 'full',
    maxWidth: '440px',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '5',
    justifyItems: 'center',
    textAlign: 'center',
    '&[data-tone=alert]': { '--notch-edge': 'colors.danger', '--notch-step': '8px' },
  },
});
const Sign = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '72px',
    height: '72px',
    layerStyle: 'notchClip',
    '--notch-step': '8px',
    bg: 'raised',
    color: 'accent',
    '&[data-tone=alert]': { bg: 'danger', color: 'onDanger' },
  },
});
const Title = chakra('h1', { base: { textStyle: 'title', hyphens: 'auto', overflowWrap: 'anywhere' } });
const Text = chakra('p', { base: { color: 'muted', maxWidth: '40ch', mt: '2' } });
const Acts = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '3', width: 'full' },
});

interface AccessCardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** `alert` fills the whole screen with it. */
  readonly tone?: 'calm' | 'alert';
  readonly children: ReactNode;
}

/** A full-page message with an icon, one sentence and an action. */
export function AccessCard({ icon, title, text, tone = 'calm', children }: AccessCardProps) {
  return (
    <Whole data-tone={tone}>
      <Logo />
      <Card data-tone={tone} pad="lg" role={tone === 'alert' ? 'alert' : undefined}>
        <Sign data-tone={tone}>
          <Icon name={icon} size={36} />
        </Sign>
        <div>
          <Title>{title}</Title>
          <Text>{text}</Text>
        </div>
        <Acts>{children}</Acts>
      </Card>
    </Whole>
  );
}
