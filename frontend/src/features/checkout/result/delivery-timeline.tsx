import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/components/base/icon';
import type { DeliveryStage } from './delivery-stage';

const Track = chakra('ol', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))', position: 'relative' },
});
const StageItem = chakra('li', {
  base: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    justifyItems: 'center',
    gap: '2',
    textAlign: 'center',
    overflowWrap: 'anywhere',
    hyphens: 'auto',
    fontSize: 'sm',
    fontWeight: 'semibold',
    color: 'muted',
    '&[data-reached]': { color: 'text' },
    _before: {
      content: '""',
      position: 'absolute',
      top: '14px',
      insetInlineEnd: '50%',
      width: 'full',
      height: '4px',
      bg: 'line',
      transition: 'background-color 200ms',
    },
    _first: { _before: { display: 'none' } },
    '&[data-reached]::before': { bg: 'money' },
  },
});
const Block = chakra('span', {
  base: {
    layerStyle: 'notchClip',
    position: 'relative',
    zIndex: 'lift',
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    bg: 'line',
    color: 'muted',
    transition: 'background-color 200ms, color 200ms',
    '[data-reached] > &': { bg: 'money', color: 'bg' },
    '[data-now] > &': { bg: 'accent', color: 'onAccent' },
  },
});
const Now = chakra('p', { base: { mt: '4', textAlign: 'center', fontWeight: 'medium' } });

const STAGES = ['paid', 'taken', 'delivered'] as const;

interface DeliveryTimelineProps {
  readonly stage: DeliveryStage;
  /** True when the buyer withdrew from the purchase. */
  readonly withdrawn: boolean;
}

/** Live timeline of the delivery: paid → taken → delivered. */
export function DeliveryTimeline({ stage, withdrawn }: DeliveryTimelineProps) {
  const { t } = useTranslation('checkout');
  const reached = STAGES.findIndex((reachable) => reachable === stage);
  return (
    <div>
      {stage !== 'cancelled' && (
        <Track>
          {STAGES.map((reachable, place) => (
            <StageItem
              key={reachable}
              data-reached={place <= reached || undefined}
              data-now={(place === reached && stage !== 'delivered') || undefined}
              aria-current={place === reached ? 'step' : undefined}
            >
              <Block aria-hidden="true">
                <Icon name={place <= reached ? 'check' : 'clock'} size={18} />
              </Block>
              <span>{t(`ticket.states.${reachable}`)}</span>
            </StageItem>
          ))}
        </Track>
      )}
      <Now aria-live="polite">{t(`ticket.now.${withdrawn ? 'withdrawn' : stage}`)}</Now>
    </div>
  );
}
