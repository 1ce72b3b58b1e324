import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/components/base/icon';
import type { IconName } from '../../../ui/components/base/icon-paths';
import type { Benefit, BenefitKey } from './benefits';

const List = chakra('ul', { base: { display: 'grid', gap: '1.5', fontSize: 'sm' } });
const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: '2.5',
    alignItems: 'center',
    '& svg': { color: 'loyalty' },
  },
});

const icons: Readonly<Record<BenefitKey, IconName>> = {
  multiplier: 'zap',
  discount: 'tag',
  bonus: 'plus',
  exclusive: 'gift',
  priority: 'chat',
  special: 'star',
};

/** The benefits of a tier, one per line. */
export function BenefitList({ benefits }: { readonly benefits: readonly Benefit[] }) {
  const { t } = useTranslation('loyalty');
  return (
    <List>
      {benefits.map(({ key, values }) => (
        <Row key={key}>
          <Icon name={icons[key]} size={16} />
          {t(`benefits.${key}`, values)}
        </Row>
      ))}
    </List>
  );
}
