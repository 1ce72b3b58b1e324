import { chakra } from '@chakra-ui/react/styled-system';
import { loadWithAreas } from '../../i18n/i18n';
import { lazyComponent, LazyMount } from '../../lib/lazy/lazy-component';
import { useIsReferralBannerShown, useReferralCode } from '../../lib/storage/referral-link';

const LazyReferralBanner = lazyComponent(
  async () =>
    (await loadWithAreas(import('../../features/account/referral/referral-banner'), 'referral'))
      .ReferralBanner,
);

/** Place of the banner; theme-boot.js shows it before the first paint, so that the banner shifts nothing later. */
const Slot = chakra('div', {
  base: {
    display: 'none',
    'html[data-referral] &': { display: 'grid' },
    // Without a minimum of 0 a long name would make the page wider than the window.
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'center',
    minHeight: { base: '72px', md: '52px' },
    bg: 'accent',
    color: 'onAccent',
  },
});

/** Banner for a visitor who came by a friend's link; its code is loaded only then. */
export function ReferralSlot() {
  const code = useReferralCode();
  const isShown = useIsReferralBannerShown();
  return (
    <Slot data-referral-slot>
      {code !== undefined && isShown && (
        <LazyMount key={code} of={LazyReferralBanner} when props={{ code }} />
      )}
    </Slot>
  );
}
