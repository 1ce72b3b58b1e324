import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Spinner } from '../../../ui/components/base/spinner';

const Foot = chakra('div', {
  base: { display: 'grid', justifyItems: 'center', py: '4', color: 'muted', textStyle: 'small' },
});

interface MoreRowsProps {
  readonly list: { readonly hasNextPage: boolean; readonly isFetchNextPageError: boolean };
  readonly loading: boolean;
  readonly onMore: () => void;
}

/** The end of what is loaded: that more comes, or, where that failed, a button to try again. */
export function MoreRows({ list, loading, onMore }: MoreRowsProps) {
  const { t } = useTranslation('admin');
  return (
    <Foot aria-live="polite">
      {loading && <Spinner />}
      {list.hasNextPage && list.isFetchNextPageError && <Button onClick={onMore}>{t('rows.again')}</Button>}
    </Foot>
  );
}
