import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/base/button';
import { useFreeCoins } from '../../features/free-coins/free-coins-flag';
import { useServerInfo } from '../../lib/http/server-info';
import { NARROWEST } from '../../theme/narrowest';

const Label = chakra('span', { base: { display: { base: 'none', xl: 'inline' } } });

/** Offers the coins for joining the Discord server; not there when the operator gives none. */
export function FreeCoinsButton() {
  const { t } = useTranslation('shop');
  const open = useFreeCoins((state) => state.open);
  if (useServerInfo()?.joinReward === false) return null;
  return (
    <Button
      icon="gift"
      color="accent"
      px={{ base: '3', xl: '4' }}
      // On the narrowest phones it is in the menu.
      css={{ [NARROWEST]: { display: 'none' } }}
      data-tip={t('nav.freeCoins')}
      aria-label={t('nav.freeCoins')}
      aria-haspopup="dialog"
      onClick={open}
    >
      <Label>{t('nav.freeCoins')}</Label>
    </Button>
  );
}
