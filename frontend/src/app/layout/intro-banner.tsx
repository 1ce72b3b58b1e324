import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../ui/components/base/icon';
import { Page } from '../../ui/components/base/page';
import { useDeliveryTimes } from '../../lib/http/shop-info';
import { tryOrNull } from '../../lib/storage/browser-storage';
import { buttonRecipe } from '../../ui/theme/recipes/button';

/**
 * localStorage key that is set once a visitor has seen the introduction; theme-boot.js reads it before the first
 * paint.
 */
export const INTRO_KEY = 'pax-intro';
/** Time after which a visible introduction counts as seen, ms. */
export const INTRO_SEEN_MS = 10_000;

const Banner = chakra('aside', {
  base: {
    // The introduction is hidden by default; theme-boot.js shows it before the first paint, so that hydration shifts
    // nothing.
    display: 'none',
    'html[data-intro] &': { display: 'block' },
    bg: 'raised',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
});
const Row = chakra(Page, {
  base: { display: 'flex', alignItems: 'center', gap: '2', py: { base: '2', md: '1' } },
});
const Facts = chakra('ul', {
  base: {
    flex: '1',
    minWidth: '0',
    display: 'flex',
    flexDirection: { base: 'column', md: 'row' },
    columnGap: '8',
    fontSize: { base: 'xs', md: 'sm' },
    // Smaller line height on a phone, so that three lines of text stay below 72 px.
    lineHeight: { base: '1.5', md: 'body' },
    '& li': { display: 'flex', alignItems: 'center', gap: '1.5', minWidth: '0', overflowWrap: 'anywhere' },
    '& svg': { color: 'accent', flexShrink: '0' },
  },
});
const Close = chakra('button', buttonRecipe);

const markIntroSeen = () => tryOrNull(() => localStorage.setItem(INTRO_KEY, '1'));

function dismissIntro(): void {
  markIntroSeen();
  delete document.documentElement.dataset['intro'];
}

/** Banner that explains to a first-time visitor what the shop is, how delivery works and what is live. */
export function IntroBanner() {
  const { t } = useTranslation('shop');
  const { minutes, hours } = useDeliveryTimes();
  useEffect(() => {
    if (document.documentElement.dataset['intro'] === undefined) return undefined;
    const timer = setTimeout(markIntroSeen, INTRO_SEEN_MS);
    return () => clearTimeout(timer);
  }, []);
  const facts: readonly (readonly [IconName, string])[] = [
    ['box', t('intro.what')],
    ['truck', t('intro.delivery', { minutes, hours })],
    ['zap', t('intro.live')],
  ];
  return (
    <Banner aria-label={t('intro.label')} data-intro-banner>
      <Row>
        <Facts>
          {facts.map(([icon, text]) => (
            <li key={icon}>
              <Icon name={icon} size={14} />
              {text}
            </li>
          ))}
        </Facts>
        <Close type="button" kind="bare" size="iconSm" aria-label={t('intro.dismiss')} onClick={dismissIntro}>
          <Icon name="close" />
        </Close>
      </Row>
    </Banner>
  );
}
