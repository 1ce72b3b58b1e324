import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon } from '../../../ui/components/base/icon';

const Back = chakra(Link, {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '2',
    minHeight: 'touch',
    fontWeight: 'medium',
    fontSize: 'sm',
    color: 'muted',
    _hover: { color: 'accent' },
  },
});

/** Link back to the shop from a legal page. */
export function BackToShop() {
  const { t } = useTranslation('policies');
  return (
    <Back to="/">
      <Icon name="arrowLeft" size={18} />
      {t('back')}
    </Back>
  );
}
