import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Page } from '../../ui/components/base/page';
import { VisuallyHidden } from '../../ui/components/base/visually-hidden';
import { useLanguage } from '../../i18n/language-store';
import { documentLanguage, languages } from '../../i18n/languages';
import { useDiscordServerInfo } from '../../lib/http/shop-info';
import { inputRecipe } from '../../ui/theme/recipes/input';

const Root = chakra('footer', {
  base: { mt: '12', borderTopWidth: '1px', borderColor: 'line', bg: 'surface' },
});
const Rows = chakra(Page, {
  base: {
    pt: '8',
    // Bottom padding, so that the floating menu of wide windows never covers the footer's links.
    pb: { base: '8', lg: '20' },
    display: 'grid',
    gap: '6',
    gridTemplateColumns: { md: 'minmax(0, 1fr) auto', xl: 'minmax(0, 1fr) auto auto' },
    alignItems: 'center',
  },
});
const About = chakra('div', {
  base: {
    display: 'grid',
    gap: '1',
    gridColumn: { md: '1 / -1', xl: 'auto' },
    color: 'muted',
    textStyle: 'small',
  },
});
const Links = chakra('ul', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '5' } });
const link = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 'touch',
    fontSize: 'sm',
    fontWeight: 'medium',
    _hover: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '4px' },
  },
} as const;
const Anchor = chakra(Link, link);
const Outside = chakra('a', link);
const Select = chakra('select', inputRecipe);

const links = [
  ['/support', 'support'],
  ['/terms-of-service', 'terms'],
  ['/privacy-policy', 'privacy'],
  ['/refund-policy', 'refunds'],
  ['/imprint', 'imprint'],
] as const;

/** Page footer with policies, help and the language menu. */
export function Footer() {
  const { t } = useTranslation(['shop', 'common']);
  const language = useLanguage((state) => state.language);
  const setLanguage = useLanguage((state) => state.setLanguage);
  const invite = useDiscordServerInfo()?.inviteLink;
  return (
    <Root>
      <Rows>
        <About>
          <p>{t('shop:footer.about')}</p>
          <p>{t('shop:footer.legal')}</p>
        </About>
        <nav aria-label={t('shop:footer.links')}>
          <Links>
            {links.map(([to, name]) => (
              <li key={to}>
                <Anchor to={to}>{t(`shop:footer.${name}`)}</Anchor>
              </li>
            ))}
            {invite && (
              <li>
                <Outside href={invite} target="_blank" rel="noreferrer">
                  {t('shop:footer.discord')}
                </Outside>
              </li>
            )}
          </Links>
        </nav>
        <label>
          <VisuallyHidden>{t('shop:footer.language')}</VisuallyHidden>
          <Select
            value={language}
            onChange={(event) => {
              const chosen = languages.find((known) => known === event.target.value);
              if (chosen) void setLanguage(chosen);
            }}
          >
            {languages.map((option) => (
              <option key={option} value={option} lang={documentLanguage(option)}>
                {t(`common:language.${option}`)}
              </option>
            ))}
          </Select>
        </label>
      </Rows>
    </Root>
  );
}
