import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../../lib/hooks/use-now';
import { Button } from '../../../ui/components/base/button';
import { EmptyState, ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, SkeletonText } from '../../../ui/components/feedback/skeleton';
import { HeaderSheet } from '../../../ui/components/overlay/header-popover';
import { NoticeLine } from './notice-line';
import { useOpenedNotices } from './use-notices';

const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const List = chakra('ul', { base: { display: 'grid', mx: '-5', my: '-1' } });

interface NoticeSheetProps {
  readonly id: string;
  readonly onClose: () => void;
}

function NoticeList({ onClose }: Pick<NoticeSheetProps, 'onClose'>) {
  const { t } = useTranslation('notices');
  const now = useNow();
  const { list, unread, more, isLoadingMore } = useOpenedNotices();
  const { data } = list;
  if (!data && list.isError)
    return <ErrorState compact sentence={t('failed')} onRetry={() => void list.refetch()} />;
  if (!data)
    return (
      <Loading>
        <SkeletonText lines={6} />
      </Loading>
    );
  if (data.items.length === 0)
    return <EmptyState compact title={t('empty.title')} sentence={t('empty.text')} />;
  return (
    <>
      <List>
        {data.items.map((notice) => (
          <NoticeLine
            key={notice.id}
            notice={notice}
            isNew={unread.has(notice.id)}
            now={now}
            onFollow={onClose}
          />
        ))}
      </List>
      {data.next !== undefined && (
        <Button kind="quiet" size="sm" loading={isLoadingMore} onClick={more}>
          {t('more')}
        </Button>
      )}
    </>
  );
}

/** Opened bell: the notices, newest first, each leading to what it is about. */
export function NoticeSheet({ id, onClose }: NoticeSheetProps) {
  const { t } = useTranslation('notices');
  return (
    <HeaderSheet id={id} label={t('heading')}>
      <Heading>{t('heading')}</Heading>
      <NoticeList onClose={onClose} />
    </HeaderSheet>
  );
}
