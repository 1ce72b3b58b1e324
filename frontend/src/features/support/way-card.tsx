import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Icon } from '../../components/base/icon';
import type { IconName } from '../../components/base/icon-paths';
import { Surface } from '../../components/base/surface';
import { Sign } from './sign';

const Card = chakra(Surface, {
  base: { height: 'full', display: 'grid', gridTemplateRows: 'auto 1fr auto', gap: '3' },
});
const Title = chakra('h2', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1' } });
const Note = chakra('p', { base: { textStyle: 'small', mt: '2', fontWeight: 'medium' } });

interface WayCardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly note?: string | undefined;
  /** The one thing to press. */
  readonly children: ReactNode;
}

/** One way to get help. */
export function WayCard({ icon, title, text, note, children }: WayCardProps) {
  return (
    <Card pad="md">
      <Sign color="accent">
        <Icon name={icon} size={24} />
      </Sign>
      <div>
        <Title>{title}</Title>
        <Text>{text}</Text>
        {note && <Note>{note}</Note>}
      </div>
      {children}
    </Card>
  );
}
