import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';

const Bar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    px: { base: '4', lg: '6' },
    py: '2',
    bg: 'surface',
    borderTopWidth: '2px',
    borderColor: 'accent',
    animation: 'riseIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
  },
});
const Count = chakra('p', { base: { me: 'auto', fontWeight: 'semibold', fontSize: 'sm' } });

interface SelectBarProps {
  readonly count: number;
  readonly onClear: () => void;
  readonly onDelete: () => void;
}

/** Actions for the chosen products; slides up with the first one. */
export function SelectBar({ count, onClear, onDelete }: SelectBarProps) {
  const { t } = useTranslation('products');
  return (
    <Bar role="group" aria-label={t('select.bar')}>
      <Count aria-live="polite">{t('select.count', { count })}</Count>
      <Button kind="bare" size="sm" onClick={onClear}>
        {t('select.clear')}
      </Button>
      <Button kind="danger" size="sm" icon="trash" onClick={onDelete}>
        {t('select.delete')}
      </Button>
    </Bar>
  );
}
