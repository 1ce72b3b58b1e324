import { type AdminCoinStockAnswer, adminCoinStockAnswer } from '@pax/contracts';
import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseWholeNumber } from '../../../lib/values/whole-number';
import { Button } from '../../../ui/components/base/button';
import { showToast } from '../../../lib/browser/toast';
import { Surface } from '../../../ui/components/base/surface';
import { TextField } from '../../../ui/components/form/field';
import { ApiError, errorCodeOf } from '../../../lib/http/fetcher';
import { formatCoins, formatCount, formatInMillions } from '../../../lib/values/format';
import { versionToSend, type SeenValue } from '../shared/use-draft';
import { useSetPool } from './coin-queries';

/** Purchase sizes in coins; the tab shows how many purchases of each size the pool covers. */
export const PURCHASE_SIZES = [10e6, 25e6, 50e6, 100e6, 250e6] as const;
/** Preset values of the form, coins. */
const PRESETS = [500e6, 750e6, 1e9, 1.5e9, 2e9, 0] as const;

const MOST = 1e15;

/** Coins available for purchase; 0 if more are held than exist. */
export const freeCoinsOf = ({ free }: AdminCoinStockAnswer): number => Math.max(0, free);

export const countCoveredPurchases = (coins: number, size: number): number => Math.floor(coins / size);

/**
 * Parses an amount of coins, with or without thousands separators; undefined unless it is a whole number of at least
 * 0.
 */
export function parseCoins(typed: string): number | undefined {
  const coins = parseWholeNumber(typed);
  return typeof coins === 'number' && coins >= 0 && coins <= MOST ? coins : undefined;
}

const Card = chakra(Surface, { base: { display: 'grid', gap: '4', alignContent: 'start' } });
const Heading = chakra('h3', { base: { textStyle: 'subheading' } });
const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

const stalePool = adminCoinStockAnswer.pick({ version: true });
/** Returns the version that a STALE error names; undefined for any other failure. */
const staleVersionOf = (error: unknown): number | undefined =>
  errorCodeOf(error) === 'STALE' && error instanceof ApiError
    ? stalePool.safeParse(error.problem?.['current']).data?.version
    : undefined;

/** State of the form: the typed pool, the value shown when typing began, and whether the form is being sent. */
function usePoolForm({ coinStock, version }: AdminCoinStockAnswer) {
  const { t } = useTranslation('admin');
  const [draft, setDraft] = useState<{ readonly text: string; readonly seen: SeenValue }>();
  const [wrong, setWrong] = useState(false);
  const set = useSetPool();
  const now = { value: String(coinStock), version };
  const typed = draft?.text ?? '';
  const coins = parseCoins(typed);
  const typePool = (text: string) => {
    setDraft(text === '' ? undefined : { text, seen: draft?.seen ?? now });
    setWrong(false);
  };
  const showFailure = (error: unknown, { text, seen }: NonNullable<typeof draft>) => {
    const told = staleVersionOf(error);
    if (told !== undefined) setDraft({ text, seen: { ...seen, version: told } });
    const why = errorCodeOf(error) === 'STALE' ? 'coins.stale' : 'coins.failedText';
    showToast({ title: t('coins.failed'), description: t(why), kind: 'error' });
  };
  const submitPool = () => {
    if (set.isPending || !draft || typed.trim() === '') return;
    if (coins === undefined) {
      setWrong(true);
      showToast({ title: t('coins.invalid'), kind: 'error' });
      return;
    }
    set.mutate(
      { coins, version: versionToSend(draft.seen, now) },
      {
        onSuccess: () => {
          typePool('');
          const description = t('coins.doneText', { amount: formatCoins(coins) });
          showToast({ title: t('coins.done'), description, kind: 'success' });
        },
        onError: (error) => showFailure(error, draft),
      },
    );
  };
  // The user's own change is no conflict: it arrives as a live message before the call's answer.
  const isOutdated =
    !set.isPending && draft !== undefined && ![draft.seen.value, String(coins)].includes(now.value);
  return { typed, type: typePool, coins, wrong, isOutdated, busy: set.isPending, submit: submitPool };
}

interface PoolFormProps {
  readonly pool: AdminCoinStockAnswer;
  readonly allowed: boolean;
}

/** Form that sets the coin pool: a field with its value in millions, preset values, and a note on setting it to 0. */
export function PoolForm({ pool, allowed }: PoolFormProps) {
  const { t } = useTranslation('admin');
  const { typed, type, coins, wrong, isOutdated, busy, submit } = usePoolForm(pool);
  const now = isOutdated && t('edit.now', { value: formatCoins(pool.coinStock) });
  return (
    <Card pad="md">
      <Heading>{t('coins.update')}</Heading>
      {!allowed && <Quiet>{t('coins.staffOnly')}</Quiet>}
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t('coins.input')}
          hint={
            coins === undefined
              ? t('coins.inputHint', { example: formatCount(750e6) })
              : t('coins.preview', { amount: formatInMillions(coins) })
          }
          error={wrong ? t('coins.invalid') : now}
          inputMode="numeric"
          autoComplete="off"
          disabled={!allowed || busy}
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
        <Row role="group" aria-label={t('coins.presets')}>
          {PRESETS.map((preset) => (
            <Button
              key={preset}
              size="sm"
              disabled={!allowed || busy}
              aria-pressed={coins === preset}
              onClick={() => type(formatCount(preset))}
            >
              {formatCoins(preset)}
            </Button>
          ))}
        </Row>
        <Row>
          <Button type="submit" kind="primary" loading={busy} disabled={!allowed || typed.trim() === ''}>
            {t('coins.submit')}
          </Button>
        </Row>
      </Form>
      <Quiet>{t('coins.zero')}</Quiet>
    </Card>
  );
}
