import type { Product } from '@pax/contracts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { documentLanguage } from '../../i18n/languages';
import { useLanguage } from '../../i18n/language-store';
import { registerWorker } from '../../lib/browser/push';
import { useKeepPushLanguage } from '../../lib/http/use-push';
import { useLoadedProducts } from '../../lib/http/use-products';
import { formatDecimal } from '../../lib/values/format';

/** Goods that the page without a connection shows. */
const MAX_GOODS = 24;
/** Where public/offline.js reads what it shows. */
const KEY = 'pax-offline';

const toLine = ({ name, price }: Product) => ({ name, price: formatDecimal(price) });

/**
 * Registers the shop's worker, stores texts and goods for the page that it shows without a connection, and keeps the
 * language of its push messages.
 */
export function OfflineKeeper() {
  const { t, ready } = useTranslation('offline', { useSuspense: false });
  const lang = useLanguage(({ language }) => documentLanguage(language));
  const products = useLoadedProducts();
  useKeepPushLanguage(lang);
  useEffect(() => {
    // A refusal, as in some private windows, only leaves the browser's own page without a connection.
    registerWorker().catch(() => undefined);
  }, []);
  useEffect(() => {
    if (!products || !ready) return;
    const texts = { title: t('title'), text: t('text'), again: t('again'), heading: t('heading') };
    const goods = products
      // Whoever opens this browser later may have no Early Access.
      .filter(({ isCustom, availableFrom }) => !isCustom && !(Date.parse(availableFrom ?? '') > Date.now()))
      .slice(0, MAX_GOODS)
      .map(toLine);
    try {
      localStorage.setItem(KEY, JSON.stringify({ lang, ...texts, goods }));
    } catch {
      // Without storage that page shows no goods.
    }
  }, [products, lang, t, ready]);
  return null;
}
