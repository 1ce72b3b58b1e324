import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/base/button';
import { showToast } from '../../../lib/ui/toast';
import { Surface } from '../../../components/base/surface';
import { TextField } from '../../../components/form/text-field';
import { codeOf } from '../../../lib/http/fetcher';
import { formatCoins } from '../../../lib/values/format';
import { useSetPool } from './coin-queries';
import { inFull, parseCoins, PRESETS } from './pool';

const Card = chakra(Surface, { base: { display: 'grid', gap: '4', alignContent: 'start' } });
const Heading = chakra('h3', { base: { textStyle: 'subheading' } });
const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Row = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } });
const Quiet = chakra('p', { base: { color: 'muted', textStyle: 'small' } });

/** What is typed for the pool, and how setting it goes. */
function usePoolForm() {
  const { t } = useTranslation('admin');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(false);
  const set = useSetPool();
  const coins = parseCoins(typed);
  const type = (text: string) => {
    setTyped(text);
    setWrong(false);
  };
  const submit = () => {
    if (set.isPending || typed.trim() === '') return;
    if (coins === undefined) {
      setWrong(true);
      showToast({ title: t('coins.invalid'), kind: 'error' });
      return;
    }
    set.mutate(coins, {
      onSuccess: () => {
        type('');
        showToast({
          title: t('coins.done'),
          description: t('coins.doneText', { amount: formatCoins(coins) }),
          kind: 'success',
        });
      },
      onError: (error) =>
        showToast({
          title: t('coins.failed'),
          description: t(codeOf(error) === 'STALE' ? 'coins.stale' : 'coins.failedText'),
          kind: 'error',
        }),
    });
  };
  return { typed, type, coins, wrong, busy: set.isPending, submit };
}

/** Sets the pool: a number with its reading in M, presets, and what 0 means (ADMIN-2.31, ADMIN-2.32). */
export function PoolForm({ allowed }: { readonly allowed: boolean }) {
  const { t } = useTranslation('admin');
  const { typed, type, coins, wrong, busy, submit } = usePoolForm();
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
            coins === undefined ? t('coins.inputHint') : t('coins.preview', { amount: formatCoins(coins) })
          }
          error={wrong && t('coins.invalid')}
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
              onClick={() => type(inFull(preset))}
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
