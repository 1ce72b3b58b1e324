import { chakra } from '@chakra-ui/react/styled-system';
import { Icon } from '../../../ui/components/base/icon';
import type { IconName } from '../../../ui/components/base/icon-paths';
import { Spinner } from '../../../ui/components/base/spinner';

const Block = chakra('span', {
  base: {
    layerStyle: 'notchClip',
    display: 'grid',
    placeItems: 'center',
    width: '56px',
    height: '56px',
    mb: '2',
    '--notch-step': '8px',
  },
  variants: {
    tone: {
      money: { bg: 'money', color: 'bg' },
      wait: { bg: 'line', color: 'text' },
      plain: { bg: 'line', color: 'text' },
    },
  },
});

/** An icon block for the outcome. */
export function Sign({
  tone,
  icon,
}: {
  readonly tone: 'money' | 'wait' | 'plain';
  readonly icon?: IconName;
}) {
  return (
    <Block tone={tone} aria-hidden="true">
      {icon ? <Icon name={icon} size={30} /> : <Spinner size={30} />}
    </Block>
  );
}
