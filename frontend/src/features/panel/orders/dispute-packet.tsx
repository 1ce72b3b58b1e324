import { chakra } from '@chakra-ui/react/styled-system';
import { fillPath, refundCalls, type DisputePacketAnswer } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../ui/components/base/button';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, SkeletonText } from '../../../ui/components/feedback/skeleton';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { queryOptionsFor } from '../../../lib/http/call-api';
import { formatDateTime, formatDecimal } from '../../../lib/values/format';

const Body = chakra('div', { base: { display: 'grid', gap: '5' } });
const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted', mb: '2' } });
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 160px) minmax(0, 1fr)' },
    columnGap: '4',
    rowGap: '1.5',
    '& dt': { color: 'muted', textStyle: 'small' },
    '& dd': { overflowWrap: 'anywhere' },
  },
});
const Rows = chakra('ul', { base: { display: 'grid', gap: '1.5', overflowWrap: 'anywhere' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

function PacketSection({ title, rows }: { readonly title: string; readonly rows: readonly string[] }) {
  const { t } = useTranslation('admin');
  return (
    <section>
      <Title>{title}</Title>
      {rows.length === 0 ? (
        <Quiet>{t('packet.none')}</Quiet>
      ) : (
        <Rows>
          {rows.map((row) => (
            <li key={row}>{row}</li>
          ))}
        </Rows>
      )}
    </section>
  );
}

function PacketFact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function PacketContent({ packet }: { readonly packet: DisputePacketAnswer }) {
  const { t } = useTranslation('admin');
  const { account, consent, origin } = packet;
  const joinFacts = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');
  return (
    <Body>
      <Facts>
        <PacketFact name={t('packet.total')}>{formatDecimal(packet.total)}</PacketFact>
        <PacketFact name={t('packet.paid')}>
          {packet.paidAt === null ? '–' : formatDateTime(packet.paidAt)}
        </PacketFact>
        <PacketFact name={t('packet.names')}>
          {joinFacts(packet.inGameName, packet.discordName) || '–'}
        </PacketFact>
        <PacketFact name={t('packet.consent')}>
          {joinFacts(formatDateTime(consent.at), consent.version, ...consent.texts)}
        </PacketFact>
        <PacketFact name={t('packet.address')}>{origin?.address ?? t('packet.notKept')}</PacketFact>
        <PacketFact name={t('packet.browser')}>{origin?.userAgent ?? t('packet.notKept')}</PacketFact>
        <PacketFact name={t('packet.account')}>
          {joinFacts(account.username, formatDateTime(account.createdAt), account.discordId)}
        </PacketFact>
      </Facts>
      <PacketSection
        title={t('packet.goods')}
        rows={packet.quote.lines.map(({ name, quantity, linePrice }) =>
          joinFacts(t('orders.pieces', { count: quantity, name }), formatDecimal(linePrice)),
        )}
      />
      <PacketSection
        title={t('packet.delivery')}
        rows={packet.orders.flatMap(({ id, history }) =>
          history.map(({ at, to, actor, actorName }) =>
            joinFacts(t('sheet.title', { id }), formatDateTime(at), t(`status.${to}`), actorName ?? actor),
          ),
        )}
      />
      <PacketSection
        title={t('packet.posts')}
        rows={packet.posts.map(({ orderId, channel, type, sentAt, content, link }) =>
          joinFacts(
            t('sheet.title', { id: orderId }),
            channel,
            type,
            sentAt && formatDateTime(sentAt),
            content,
            link,
          ),
        )}
      />
      <PacketSection
        title={t('packet.messages')}
        rows={packet.messages.map(({ topic, status, sentAt, content, link }) =>
          joinFacts(topic, status, formatDateTime(sentAt), content, link),
        )}
      />
      <PacketSection
        title={t('packet.tickets')}
        rows={packet.tickets.map(({ id, sentAt, subject, message, response }) =>
          joinFacts(`#${id}`, formatDateTime(sentAt), subject, message, response && `→ ${response}`),
        )}
      />
      <PacketSection
        title={t('packet.earlier')}
        rows={packet.earlier.map(({ checkout, paidAt, goods, total, sameAddress, sameUserAgent }) =>
          joinFacts(
            formatDateTime(paidAt),
            goods,
            formatDecimal(total),
            sameAddress ? t('packet.sameAddress') : null,
            sameUserAgent ? t('packet.sameBrowser') : null,
            checkout,
          ),
        )}
      />
    </Body>
  );
}

function LoadedPacket({ checkout }: { readonly checkout: string }) {
  const { t } = useTranslation('admin');
  const packet = useQuery({
    ...queryOptionsFor(refundCalls.disputePacket, { ref: checkout }),
    // Evidence is read only on request and not cached, because each read is written to the audit log.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  if (packet.data) return <PacketContent packet={packet.data} />;
  if (packet.isError)
    return <ErrorState compact sentence={t('packet.failed')} onRetry={() => void packet.refetch()} />;
  return (
    <Loading>
      <SkeletonText lines={6} />
    </Loading>
  );
}

/** Evidence about a disputed purchase for the bank, to read and to download; for admins only. */
export function DisputePacket({ checkout }: { readonly checkout: string }) {
  const { t } = useTranslation('admin');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>
        <Button size="sm" icon="shield" onClick={() => setOpen(true)}>
          {t('packet.open')}
        </Button>
      </p>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        size="lg"
        title={t('packet.title')}
        description={t('packet.audited')}
        footer={
          <ButtonLink
            kind="primary"
            href={fillPath(refundCalls.disputePacketFile.path, { ref: checkout })}
            download
          >
            {t('packet.download')}
          </ButtonLink>
        }
      >
        {isOpen && <LoadedPacket checkout={checkout} />}
      </Dialog>
    </>
  );
}
