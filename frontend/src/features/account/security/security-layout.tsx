import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/components/base/icon';
import { Surface } from '../../../ui/components/base/surface';

const Card = chakra(Surface, { base: { display: 'grid', gap: '4', mt: '6' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1', maxWidth: '65ch' } });

/** Card of the security page with a title, a description and content. */
export function SecurityCard({
  heading,
  text,
  children,
}: {
  readonly heading: string;
  readonly text: string;
  readonly children: ReactNode;
}) {
  return (
    <Card pad="md" asChild>
      <section>
        <div>
          <Heading>{heading}</Heading>
          <Text>{text}</Text>
        </div>
        {children}
      </section>
    </Card>
  );
}

export const SecurityList = chakra('ul', { base: { display: 'grid' } });

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'auto minmax(0, 1fr)', sm: 'auto minmax(0, 1fr) auto' },
    columnGap: '4',
    rowGap: '2',
    alignItems: 'center',
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'line',
    '& > svg': { color: 'muted', alignSelf: 'start', mt: '0.5' },
  },
});
const Title = chakra('p', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '3', rowGap: '1' },
});
const Name = chakra('span', { base: { fontWeight: 'medium', overflowWrap: 'anywhere' } });
const Under = chakra('div', { base: { color: 'muted', textStyle: 'small' } });
const Act = chakra('div', { base: { gridColumn: { base: '2', sm: '3' } } });

interface SecurityRowProps {
  readonly icon: IconName;
  readonly title: string;
  readonly chip?: ReactNode;
  readonly under: ReactNode;
  readonly act?: ReactNode;
}

/** Row of a session or a security notice: icon, title with chip, and details below. */
export function SecurityRow({ icon, title, chip, under, act }: SecurityRowProps) {
  return (
    <Row>
      <Icon name={icon} size={20} />
      <div>
        <Title>
          <Name>{title}</Name>
          {chip}
        </Title>
        <Under>{under}</Under>
      </div>
      {act && <Act>{act}</Act>}
    </Row>
  );
}
