import { chakra } from '@chakra-ui/react/styled-system';
import { Icon } from '../../ui/components/base/icon';
import type { IconName } from '../../ui/components/base/icon-paths';
import { Surface } from '../../ui/components/base/surface';

const Alert = chakra(Surface, {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '3',
    mb: '4',
    '--notch-edge': 'colors.danger',
    '& > svg': { color: 'danger' },
  },
});
const Strong = chakra('p', { base: { fontWeight: 'semibold' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

interface AccountAlertProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
}

/** A warning about the account, above its tabs. */
export function AccountAlert({ icon, title, text }: AccountAlertProps) {
  return (
    <Alert pad="sm" role="alert">
      <Icon name={icon} />
      <div>
        <Strong>{title}</Strong>
        <Quiet>{text}</Quiet>
      </div>
    </Alert>
  );
}
