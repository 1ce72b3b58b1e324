import { chakra } from '@chakra-ui/react/styled-system';
import { holdCalls, type AdminHold } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/components/base/button';
import { TextLink } from '../../../ui/components/base/page';
import { SidePanel } from '../../../ui/components/overlay/dialog';
import { useLastDefined } from '../../../lib/hooks/use-last-defined';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi, callErrorCodeOf } from '../../../lib/http/call-api';
import { showToast } from '../../../lib/browser/toast';
import { formatDateTime, formatDecimal } from '../../../lib/values/format';
import { useHasRight, useIsOwnEntityBarred } from '../access/rights';
import { Confirmation } from '../shared/confirmation';
import { CopyRow } from '../shared/copy-button';
import { FactList } from '../shared/fact-list';
import { usePanelLanguage } from '../shared/panel-language';
import { applyHoldState, formatHeldLine } from './hold-queries';
import { HoldChip } from './hold-row';

const Body = chakra('div', { base: { display: 'grid', gap: '5' } });
const Title = chakra('h3', { base: { textStyle: 'label', color: 'muted', mb: '2' } });
const Goods = chakra('ul', { base: { display: 'grid', gap: '1.5', fontWeight: 'semibold' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** Releases a hold and shows a toast about the result; reasons of a refusal are translated. */
function useReleaseHold(hold: AdminHold, onDone: () => void) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return useMutation({
    mutationFn: () => callApi(holdCalls.releaseHold, { params: { ref: hold.checkout } }),
    onSuccess: (now) => {
      applyHoldState(client, now);
      const title = t(now.state === 'paid' ? 'holds.paid' : 'holds.released');
      showToast({ title, description: now.username, kind: now.state === 'paid' ? 'info' : 'success' });
      onDone();
    },
    onError: (error) => {
      if (noAnswer(error)) return;
      const code = callErrorCodeOf(holdCalls.releaseHold, error);
      const reason =
        code === 'ILLEGAL_MOVE' ? 'gone' : code === 'OWN_ORDER' ? 'own' : code ? 'silent' : 'failed';
      showToast({ title: t('holds.notReleased'), description: t(`holds.why.${reason}`), kind: 'error' });
      if (code === 'ILLEGAL_MOVE')
        applyHoldState(client, { ...hold, holding: false, version: hold.version + 1 });
    },
  });
}

/** Button that releases a hold after the user confirmed. */
function ReleaseHoldButton({ hold, onDone }: { readonly hold: AdminHold; readonly onDone: () => void }) {
  const { t } = useTranslation('admin');
  const [isAsked, setAsked] = useState(false);
  const { mutate, isPending } = useReleaseHold(hold, onDone);
  if (!isAsked)
    return (
      <Button kind="dangerQuiet" size="lg" onClick={() => setAsked(true)}>
        {t('holds.release')}
      </Button>
    );
  return (
    <Confirmation
      ask={t('holds.ask')}
      scope={t(hold.state === 'open' ? 'holds.scope.open' : 'holds.scope.confirming')}
      yes={t('holds.yes')}
      busy={isPending}
      onYes={() => mutate()}
      onNo={() => setAsked(false)}
    />
  );
}

function HoldFacts({ hold }: { readonly hold: AdminHold }) {
  const { t } = useTranslation('admin');
  const can = useHasRight();
  const rows: readonly (readonly [string, string])[] = [
    [t('holds.columns.total'), `${formatDecimal(hold.total)} · ${t(`holds.methods.${hold.method}`)}`],
    [t('holds.columns.since'), formatDateTime(hold.since)],
    [t('holds.columns.until'), hold.until === null ? t('sheet.missing') : formatDateTime(hold.until)],
    [t('sheet.game'), hold.inGameName],
    [t('sheet.discord'), hold.discordName],
  ];
  return (
    <FactList rows={rows}>
      <dt>{t('sheet.user')}</dt>
      <dd>
        {can('users') ? (
          <TextLink asChild>
            <Link to={`/admin?tab=users&open=${hold.userId}`}>{hold.username}</Link>
          </TextLink>
        ) : (
          <bdi>{hold.username}</bdi>
        )}
      </dd>
    </FactList>
  );
}

/** Tells whether an amount is shown. Amounts are null for staff without the right to see them. */
const isShownAmount = (amount: string | null): amount is string => Number(amount) > 0;

interface HoldSheetProps {
  readonly hold: AdminHold | undefined;
  readonly onClose: () => void;
}

/** Side sheet of a hold: its goods, its buyer, when it ends, and a button that releases it. */
export function HoldSheet({ hold, onClose }: HoldSheetProps) {
  const { t } = useTranslation('admin');
  const lang = usePanelLanguage();
  const [can, isBarred] = [useHasRight(), useIsOwnEntityBarred()];
  // The last hold stays rendered while the sheet's closing animation runs.
  const shown = useLastDefined(hold);
  const others = shown
    ? [
        isShownAmount(shown.storeCredit) && t('holds.credit', { amount: formatDecimal(shown.storeCredit) }),
        isShownAmount(shown.referralBonus) &&
          t('holds.bonus', { amount: formatDecimal(shown.referralBonus) }),
        shown.reward !== null && t('holds.reward', { name: shown.reward }),
      ].filter((text) => text !== false)
    : [];
  return (
    <SidePanel
      open={hold !== undefined}
      onClose={onClose}
      title={<span lang={lang}>{t('holds.title')}</span>}
      description={t('holds.description')}
      footer={
        shown &&
        can('move') &&
        !isBarred(shown) && <ReleaseHoldButton key={shown.id} hold={shown} onDone={onClose} />
      }
    >
      {shown && (
        <Body lang={lang} data-keys-through="">
          <p aria-live="polite">
            <HoldChip state={shown.state} />
          </p>
          <Quiet>
            {t(
              isBarred(shown)
                ? 'holds.why.own'
                : shown.state === 'open'
                  ? 'holds.text.open'
                  : 'holds.text.confirming',
            )}
          </Quiet>
          <section>
            <Title>{t('holds.columns.goods')}</Title>
            <Goods>
              {shown.lines.map((line) => (
                <li key={line.id} lang="">
                  {formatHeldLine(line)}
                </li>
              ))}
              {others.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </Goods>
          </section>
          <section>
            <Title>{t('sheet.details')}</Title>
            <HoldFacts hold={shown} />
          </section>
          <CopyRow what={t('sheet.reference')} text={shown.checkout} />
        </Body>
      )}
    </SidePanel>
  );
}
