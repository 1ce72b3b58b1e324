import { chakra } from '@chakra-ui/react/styled-system';
import { getTicketAddress, type CreateTicketAnswer } from '@pax/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button, ButtonLink } from '../../ui/components/base/button';
import { Icon } from '../../ui/components/base/icon';
import { CopyableCode } from '../../ui/components/form/copyable-code';

/** Box around a large icon. */
export const LargeIcon = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '44px',
    height: '44px',
    layerStyle: 'notchClip',
    bg: 'raised',
  },
});

const Whole = chakra('div', { base: { display: 'grid', gap: '4', justifyItems: 'start' } });
const Title = chakra('h2', { base: { textStyle: 'heading', _focusVisible: { outline: 'none' } } });
const Text = chakra('p', { base: { color: 'muted', maxWidth: '60ch', mt: '1' } });
const Steps = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3' } });
const Copy = chakra('div', { base: { width: 'full', maxWidth: '640px' } });

interface TicketSentProps {
  readonly sent: CreateTicketAnswer;
  readonly onNewTicket: () => void;
}

/** Confirmation that a ticket was sent; says where the sender will find the answer. */
export function TicketSent({ sent: { id, token }, onNewTicket }: TicketSentProps) {
  const { t } = useTranslation('support');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Whole>
      <LargeIcon color="money">
        <Icon name="check" size={24} />
      </LargeIcon>
      <div>
        <Title ref={title} tabIndex={-1}>
          {t('done.title', { id })}
        </Title>
        <Text>{token === null ? t('done.account') : t('done.link')}</Text>
      </div>
      {token !== null && (
        <Copy>
          <CopyableCode
            code={new URL(getTicketAddress(token), globalThis.location.origin).href}
            label={t('done.linkLabel')}
          />
        </Copy>
      )}
      <Steps>
        <ButtonLink asChild kind="primary">
          <Link to={token === null ? '/account?tab=support' : getTicketAddress(token)}>{t('done.open')}</Link>
        </ButtonLink>
        <Button onClick={onNewTicket}>{t('done.again')}</Button>
      </Steps>
    </Whole>
  );
}
