import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/icon';
import { Page } from '../../components/page';
import { useOnline } from '../../lib/use-online';

const Band = chakra('div', {
  base: { bg: 'raised', borderBottomWidth: '1px', borderColor: 'accent', textStyle: 'small' },
});
const Row = chakra(Page, {
  base: { display: 'flex', alignItems: 'center', gap: '2', py: '2', _icon: { flexShrink: '0' } },
});

/** Says that the connection is gone for as long as it is. */
export function OfflineHint() {
  const { t } = useTranslation('shop');
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <Band>
          <Row>
            <Icon name="alert" size={18} />
            {t('offline')}
          </Row>
        </Band>
      )}
    </div>
  );
}
