import { chakra } from '@chakra-ui/react/styled-system';
import type { CreateTicketAnswer } from '@pax/contracts';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../../ui/components/base/icon';
import { ButtonLink } from '../../ui/components/base/button';
import { Page } from '../../ui/components/base/page';
import { Surface } from '../../ui/components/base/surface';
import { useDeliveryTimes, useDiscordServerInfo } from '../../lib/http/shop-info';
import { formatCount } from '../../lib/values/format';
import { SupportForm } from './support-form';
import { TicketSent, LargeIcon } from './ticket-sent';
import { useDocumentTitle } from '../../lib/hooks/use-title';

const List = chakra('div', { base: { display: 'grid', borderTopWidth: '1px', borderColor: 'line' } });
const Entry = chakra('details', {
  base: {
    borderBottomWidth: '1px',
    borderColor: 'line',
    '&[open] summary svg': { transform: 'rotate(90deg)' },
  },
});
const Question = chakra('summary', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    gap: '3',
    minHeight: '52px',
    py: '2',
    cursor: 'pointer',
    fontWeight: 'semibold',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '& svg': { color: 'accent', transition: 'transform 160ms' },
    _hover: { color: 'accent' },
  },
});
const Answer = chakra('p', { base: { color: 'muted', ps: '8', pb: '4', maxWidth: 'prose' } });

interface QuestionsProps {
  readonly entries: Readonly<Record<string, { readonly question: string; readonly answer: string }>>;
}

/** List of questions whose answers open one at a time, without scripts. */
function Questions({ entries }: QuestionsProps) {
  return (
    <List>
      {Object.entries(entries).map(([id, { question, answer }]) => (
        <Entry key={id}>
          <Question>
            <Icon name="chevronRight" size={20} />
            {question}
          </Question>
          <Answer>{answer}</Answer>
        </Entry>
      ))}
    </List>
  );
}

const Head = chakra('header', { base: { pt: { base: '5', md: '8' }, pb: { base: '4', md: '6' } } });
const Heading = chakra('h1', { base: { textStyle: 'title' } });
const Intro = chakra('p', { base: { color: 'muted', mt: '2', maxWidth: '60ch' } });
const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '6', lg: '8' },
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 3fr)' },
    alignItems: 'start',
    mb: { base: '8', md: '10' },
  },
});
/** Column beside the form, with tips and other ways to contact the shop. */
const SideColumn = chakra('div', {
  base: { display: 'grid', gap: '4', gridTemplateColumns: 'minmax(0, 1fr)' },
});
const Ways = chakra('ul', {
  base: {
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
  },
});
const Label = chakra('h2', { base: { textStyle: 'heading', mb: '4' } });
const Tips = chakra('ul', {
  base: {
    display: 'grid',
    gap: '3',
    '& li': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '3', textStyle: 'small' },
    '& svg': { color: 'accent', mt: '2px' },
  },
});

/** Support form, replaced by a confirmation once the ticket was sent. */
function SupportTicketForm() {
  const { t } = useTranslation('support');
  const [sent, setSent] = useState<CreateTicketAnswer>();
  if (sent) return <TicketSent sent={sent} onNewTicket={() => setSent(undefined)} />;
  return (
    <>
      <Label>{t('form.heading')}</Label>
      <SupportForm onSent={setSent} />
    </>
  );
}

const Card = chakra(Surface, {
  base: { height: 'full', display: 'grid', gridTemplateRows: 'auto 1fr auto', gap: '3' },
});
const Title = chakra('h2', { base: { textStyle: 'subheading' } });
const Text = chakra('p', { base: { color: 'muted', textStyle: 'small', mt: '1' } });
const Note = chakra('p', { base: { textStyle: 'small', mt: '2', fontWeight: 'medium' } });

interface ContactCardProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly note?: string | undefined;
  /** Link or button of the contact card. */
  readonly children: ReactNode;
}

/** Card with another way to contact the shop. */
function ContactCard({ icon, title, text, note, children }: ContactCardProps) {
  return (
    <Card pad="md">
      <LargeIcon color="accent">
        <Icon name={icon} size={24} />
      </LargeIcon>
      <div>
        <Title>{title}</Title>
        <Text>{text}</Text>
        {note && <Note>{note}</Note>}
      </div>
      {children}
    </Card>
  );
}

/** Support page: ticket form, tips, other ways to contact the shop, and questions with answers. */
export function SupportPage() {
  const { t } = useTranslation(['help', 'shop']);
  useDocumentTitle(t('shop:title.page', { page: t('help:title') }));
  const server = useDiscordServerInfo();
  const delivery = useDeliveryTimes();
  const tips = t('help:tips.list', { returnObjects: true });
  return (
    <Page pb="8">
      <Head>
        <Heading>{t('help:title')}</Heading>
        <Intro>{t('help:intro')}</Intro>
      </Head>
      <Columns>
        <Surface pad="md">
          <SupportTicketForm />
        </Surface>
        <SideColumn>
          <Surface tone="sunken" pad="md">
            <Label>{t('help:tips.heading')}</Label>
            <Tips>
              {Object.entries(tips).map(([id, words]) => (
                <li key={id}>
                  <Icon name="check" size={18} />
                  {words}
                </li>
              ))}
            </Tips>
          </Surface>
          <Ways aria-label={t('help:ways.heading')}>
            <li>
              <ContactCard
                icon="chat"
                title={t('help:ways.discord')}
                text={t('help:ways.discordText')}
                note={
                  server && server.memberCount > 0
                    ? t('help:ways.members', {
                        members: formatCount(server.memberCount),
                        name: server.serverName,
                      })
                    : undefined
                }
              >
                {server && (
                  <ButtonLink iconAfter="external" href={server.inviteLink} target="_blank" rel="noreferrer">
                    {t('help:ways.discordAction')}
                  </ButtonLink>
                )}
              </ContactCard>
            </li>
            <li>
              <ContactCard icon="box" title={t('help:ways.orders')} text={t('help:ways.ordersText')}>
                <ButtonLink asChild>
                  <Link to="/account?tab=orders">{t('help:ways.ordersAction')}</Link>
                </ButtonLink>
              </ContactCard>
            </li>
            <li>
              <ContactCard icon="refresh" title={t('help:ways.refunds')} text={t('help:ways.refundsText')}>
                <ButtonLink asChild>
                  <Link to="/refund-policy">{t('help:ways.refundsAction')}</Link>
                </ButtonLink>
              </ContactCard>
            </li>
          </Ways>
        </SideColumn>
      </Columns>
      <section>
        <Label>{t('help:faq.heading')}</Label>
        <Questions entries={t('help:faq.list', { returnObjects: true, ...delivery })} />
      </section>
    </Page>
  );
}
