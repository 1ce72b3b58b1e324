import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';

const Foot = chakra('div', {
  base: { display: 'grid', justifyItems: 'center', py: '4', color: 'muted', textStyle: 'small' },
});

interface MoreRowsProps {
  /** Absent where no page is left. */
  readonly onMore: (() => void) | undefined;
  readonly loading: boolean;
  readonly children?: ReactNode;
}

/** The end of a list: a button for the next page. */
export function MoreRows({ onMore, loading, children }: MoreRowsProps) {
  const { t } = useTranslation('admin');
  return (
    <Foot aria-live="polite">
      {children}
      {onMore && (
        <Button loading={loading} onClick={onMore}>
          {t('archived.more')}
        </Button>
      )}
    </Foot>
  );
}
