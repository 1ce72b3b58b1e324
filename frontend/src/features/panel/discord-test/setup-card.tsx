import { chakra } from '@chakra-ui/react/styled-system';
import type { BotPermission } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/components/base/icon';
import { TestCard } from './test-card';

const List = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    '& li': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      fontWeight: 'medium',
      overflowWrap: 'anywhere',
    },
    '& svg': { color: 'money' },
  },
});
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

const TOLD: readonly BotPermission[] = [
  'ViewChannel',
  'SendMessages',
  'EmbedLinks',
  'MentionEveryone',
  'ReadMessageHistory',
];

/** How to cure "Missing Access". */
export function SetupCard() {
  const { t } = useTranslation('discord');
  return (
    <TestCard heading={t('setup.heading')}>
      <Text>{t('setup.text')}</Text>
      <List>
        {TOLD.map((name) => (
          <li key={name}>
            <Icon name="check" size={18} />
            {t(`permissions.${name}`)}
          </li>
        ))}
      </List>
      <Text>{t('setup.admin')}</Text>
    </TestCard>
  );
}
