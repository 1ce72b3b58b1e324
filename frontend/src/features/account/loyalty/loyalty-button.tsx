import { chakra } from '@chakra-ui/react/styled-system';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../../../ui/components/feedback/error-boundary';
import { Icon } from '../../../ui/components/base/icon';
import { TickingNumber } from '../../../ui/components/shop/ticking-number';
import { useCurrentUser } from '../../../lib/http/current-user';
import { focusWithoutScroll } from '../../../lib/browser/focus-without-scroll';
import { formatCount } from '../../../lib/values/format';
import { useInteractOutside } from '../../../lib/hooks/use-interact-outside';
import { useReportLoadFailure } from '../../../lib/hooks/use-report-load-failure';
import { buttonRecipe } from '../../../ui/theme/recipes/button';
import { LazyLoyaltyPopover } from './lazy-popover';
import { syncStoredLoyalty } from './stored-loyalty';
import { useLoyalty } from './use-loyalty';

const renderNothing = () => null;

const Anchor = chakra('span', { base: { position: { md: 'relative' }, display: 'inline-flex' } });
const Trigger = chakra('button', buttonRecipe);
const Points = chakra('span', {
  base: { display: { base: 'none', lg: 'inline' }, color: 'loyalty', fontWeight: 'bold' },
});

/** Loyalty widget of the header with tier and points; a click opens its popover. */
export function LoyaltyButton() {
  const { t } = useTranslation(['loyalty', 'common']);
  const client = useQueryClient();
  useEffect(() => syncStoredLoyalty(client), [client]);
  const me = useCurrentUser();
  const { loyalty } = useLoyalty(me);
  const id = useId();
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const showPartFailed = useReportLoadFailure();
  const closeFailedPopover = () => {
    setOpen(false);
    showPartFailed(() => setOpen(true));
  };

  useInteractOutside(open, anchor, () => setOpen(false));

  if (me === undefined || me?.blocked) return null;
  const label = loyalty
    ? t('loyalty:button.label', {
        points: formatCount(loyalty.points),
        tier: t(`common:tier.${loyalty.membershipTier}`),
      })
    : t(me ? 'loyalty:name' : 'loyalty:button.visitor');
  return (
    <Anchor
      ref={anchor}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        focusWithoutScroll(trigger.current);
      }}
    >
      <Trigger
        ref={trigger}
        type="button"
        size="icon"
        width={{ base: 'touch', lg: loyalty ? 'auto' : 'touch' }}
        px={{ lg: loyalty ? '3' : '0' }}
        data-tip={label}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {loyalty ? (
          <img src={`/art/tier-${loyalty.membershipTier}.svg`} alt="" width={26} height={26} />
        ) : (
          <chakra.span color="loyalty">
            <Icon name="star" />
          </chakra.span>
        )}
        {loyalty && (
          <Points>
            <TickingNumber value={loyalty.points} format={formatCount} />
          </Points>
        )}
      </Trigger>
      {open && (
        <ErrorBoundary onError={closeFailedPopover} fallback={renderNothing}>
          <Suspense>
            <LazyLoyaltyPopover id={id} me={me} onClose={() => setOpen(false)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </Anchor>
  );
}
