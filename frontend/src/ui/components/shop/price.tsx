import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VisuallyHidden } from '../base/visually-hidden';

interface PriceProps {
  /** Formatted current price such as "$32.50", or a `TickingNumber`. */
  readonly now: ReactNode;
  /** Former price, which is struck through; not shown when it is the same text as the current one. */
  readonly before?: string | undefined;
  readonly size?: 'sm' | 'md' | 'lg';
}

const sizes = { sm: 'md', md: 'xl', lg: '2xl' } as const;

const Row = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'baseline',
    flexWrap: 'wrap',
    columnGap: '2',
    textStyle: 'numeric',
  },
});
const Now = chakra('span', {
  base: { fontWeight: 'bold', letterSpacing: '-0.02em', lineHeight: 'tight', color: 'text' },
});
const Before = chakra('s', { base: { color: 'muted', fontSize: 'sm', textDecorationThickness: '1.5px' } });

/** Current price, beside the former one, which is struck through. */
export function Price({ now, before, size = 'md' }: PriceProps) {
  const { t } = useTranslation();
  return (
    <Row>
      <VisuallyHidden>{t('price.now')} </VisuallyHidden>
      <Now fontSize={sizes[size]}>{now}</Now>
      {before && before !== now && (
        <Before>
          <VisuallyHidden>{t('price.before')} </VisuallyHidden>
          {before}
        </Before>
      )}
    </Row>
  );
}
