import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../components/shop/chip';
import { RadioCards } from '../../components/form/radio-cards';
import type { PayMethod } from '../../lib/http/payment-methods';

const Title = chakra('span', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2.5', rowGap: '1' },
});

interface MethodCardsProps {
  readonly methods: readonly PayMethod[];
  readonly value: PayMethod | undefined;
  readonly onChange: (method: PayMethod) => void;
  readonly disabled: boolean;
}

/** The ways to pay that are switched on, each in a sentence. */
export function MethodCards({ methods, ...rest }: MethodCardsProps) {
  const { t } = useTranslation('checkout');
  return (
    <RadioCards
      label={t('pay.method')}
      hideLabel
      options={methods.map((method) => ({
        value: method,
        title: (
          <Title>
            {t(`pay.${method}`)}
            {method === 'card' && <Chip tone="accent">{t('pay.recommended')}</Chip>}
          </Title>
        ),
        description: t(`pay.${method}Text`),
      }))}
      {...rest}
    />
  );
}
