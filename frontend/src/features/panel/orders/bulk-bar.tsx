import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { showToast } from '../../../lib/browser/toast';
import { formatCount } from '../../../lib/values/format';
import { Confirmation } from '../shared/confirmation';
import type { PanelTransition } from './pending-transitions';
import type { useBulkTransition } from './use-bulk-transition';
import type { ChosenOrders } from './use-chosen-orders';

const Bar = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    px: { base: '4', lg: '6' },
    py: '2',
    bg: 'surface',
    borderTopWidth: '2px',
    borderColor: 'accent',
    animation: 'riseIn 200ms cubic-bezier(0.2, 0.8, 0.2, 1)',
  },
});
const Line = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' } });
const Count = chakra('p', { base: { fontWeight: 'semibold', fontSize: 'sm', textStyle: 'numeric' } });
const Progress = chakra('progress', { base: { flex: '1 1 120px', height: '8px', accentColor: 'accent' } });
const Refused = chakra('ul', {
  base: {
    maxHeight: '144px',
    overflowY: 'auto',
    ps: '3',
    borderInlineStartWidth: '3px',
    borderColor: 'danger',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
  },
});

const MOVES: readonly PanelTransition[] = ['process', 'release', 'complete', 'archive'];

interface BulkBarProps {
  readonly chosen: ChosenOrders;
  readonly bulk: ReturnType<typeof useBulkTransition>;
}

/** Bar with the acts on all chosen orders, their progress, and the refused ones with their reasons. */
export function BulkBar({
  chosen: { orders, chooseAll },
  bulk: { move, countMovable, asked, isUndoable, answer, progress, summary, refused, dismiss },
}: BulkBarProps) {
  const { t } = useTranslation('admin');
  const [isReading, setIsReading] = useState(false);
  const chooseView = async () => {
    setIsReading(true);
    try {
      await chooseAll();
    } catch {
      showToast({ title: t('moves.failed'), description: t('orders.failed'), kind: 'error' });
    }
    setIsReading(false);
  };
  return (
    <Bar role="group" aria-label={t('bulk.bar')}>
      <Line>
        {(progress !== undefined || orders.size > 0) && (
          <Count aria-live="polite">
            {progress
              ? t('bulk.progress', { done: formatCount(progress.done), all: formatCount(progress.all) })
              : t('bulk.count', { count: orders.size })}
          </Count>
        )}
        {progress ? (
          <Progress aria-label={t('bulk.bar')} value={progress.done} max={progress.all} />
        ) : orders.size === 0 ? (
          <Button kind="bare" size="sm" ms="auto" onClick={dismiss}>
            {t('bulk.close')}
          </Button>
        ) : asked ? (
          <Confirmation
            ask={t(`bulk.ask.${asked}`, { count: countMovable(asked) })}
            scope={t(isUndoable ? 'bulk.ask.brief' : 'bulk.ask.final')}
            yes={t(`moves.${asked}`)}
            busy={false}
            onYes={() => answer(true)}
            onNo={() => answer(false)}
          />
        ) : (
          <>
            <Button kind="bare" size="sm" loading={isReading} onClick={() => void chooseView()}>
              {t('bulk.all')}
            </Button>
            <Button kind="bare" size="sm" me="auto" onClick={dismiss}>
              {t('bulk.clear')}
            </Button>
            {MOVES.map((wanted) => (
              <Button
                key={wanted}
                size="sm"
                disabled={countMovable(wanted) === 0}
                onClick={() => move(wanted)}
              >
                {t(`moves.${wanted}`)}
              </Button>
            ))}
          </>
        )}
      </Line>
      {summary !== '' && <Count role="status">{summary}</Count>}
      {refused.length > 0 && (
        <Refused aria-label={t('bulk.refused')}>
          {refused.map(({ id, reason }) => (
            <li key={id}>{reason}</li>
          ))}
        </Refused>
      )}
    </Bar>
  );
}
