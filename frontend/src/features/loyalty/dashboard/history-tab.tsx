import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TextLink } from '../../../components/page';
import type { Loyalty } from '../stored-loyalty';
import { RecentActivity } from './recent-activity';

const Narrow = chakra('div', { base: { maxWidth: '720px', display: 'grid', gap: '4' } });

/** The latest entries, and where all of them are. */
export function HistoryTab({ loyalty }: { readonly loyalty: Loyalty }) {
  const { t } = useTranslation('loyalty');
  return (
    <Narrow>
      <RecentActivity transactions={loyalty.transactions} />
      <p>
        <TextLink asChild>
          <Link to="/account?tab=loyalty">{t('activity.all')}</Link>
        </TextLink>
      </p>
    </Narrow>
  );
}
