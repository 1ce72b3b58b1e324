import { chakra } from '@chakra-ui/react/styled-system';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchField } from '../../../components/form/search-field';

const Find = chakra('div', { base: { flex: '1 1 260px', maxWidth: { lg: '420px' }, display: 'flex' } });

interface OrderSearchProps {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** The search of both order tabs; the key `/` goes there. */
export function OrderSearch({ field, value, onChange }: OrderSearchProps) {
  const { t } = useTranslation('admin');
  return (
    <Find>
      <SearchField
        ref={field}
        value={value}
        onChange={onChange}
        label={t('orders.search')}
        placeholder={t('orders.searchHint')}
        aria-keyshortcuts="/"
      />
    </Find>
  );
}
