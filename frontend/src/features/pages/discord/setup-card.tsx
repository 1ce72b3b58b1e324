import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../components/base/icon';
import { TestCard } from './test-card';

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    '& li': { display: 'flex', alignItems: 'center', gap: '3', fontWeight: 'medium' },
    '& svg': { color: 'money' },
  },
});
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** How to cure "Missing Access" (ADMIN-2.55). */
export function SetupCard() {
  const { t } = useTranslation('discord');
  return (
    <TestCard heading={t('setup.heading')}>
      <Text>{t('setup.text')}</Text>
      <List>
        {Object.entries(t('setup.permissions', { returnObjects: true })).map(([id, words]) => (
          <li key={id}>
            <Icon name="check" size={18} />
            {words}
          </li>
        ))}
      </List>
      <Text>{t('setup.admin')}</Text>
    </TestCard>
  );
}
