import { chakra } from '@chakra-ui/react/styled-system';
import type { Quote, Reward } from '@pax/contracts';
import { useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/components/base/button';
import { Field } from '../../ui/components/form/field';
import { RadioCards } from '../../ui/components/form/radio-cards';
import { Input } from '../../ui/components/form/text-field';
import { formatDate } from '../../lib/values/format';
import type { RewardRefusal } from './checkout-problem';
import type { ChosenReward } from './use-quote';

const Stack = chakra('div', { base: { display: 'grid', gap: '3', mt: '2' } });
const Row = chakra('div', { base: { display: 'flex', gap: '2', '& > input': { flex: '1', minWidth: '0' } } });
const Code = chakra('span', { base: { textStyle: 'reference', overflowWrap: 'anywhere' } });
const Applied = chakra('p', { base: { color: 'money', textStyle: 'small', fontWeight: 'medium' } });

/** As in the contracts: a longer text is no code. */
const LONGEST_CODE = 40;
const NONE = 'none';

interface RewardChooserProps {
  /** The own codes that can be used now. */
  readonly rewards: readonly Reward[];
  readonly chosen: ChosenReward | undefined;
  readonly onChoose: (reward: ChosenReward | undefined) => void;
  /** The reward that the server's quote applies; absent before its answer. */
  readonly applied: Quote['reward'];
  readonly refusal: RewardRefusal | undefined;
}

/** One reward code for this purchase: chosen from the own ones, or typed. */
export function RewardChooser({ rewards, chosen, onChoose, applied, refusal }: RewardChooserProps) {
  const { t } = useTranslation('checkout');
  const [typed, setTyped] = useState('');
  const listed = rewards.find(({ code }) => code === chosen?.code);
  const nameOf = ({ category, value }: Reward) =>
    category === 'discount' ? t('reward.discount', { percent: value }) : t('reward.delivery');
  const choose = (code: string) => {
    const known = rewards.find((reward) => reward.code === code);
    const percent = known?.category === 'discount' ? Number(known.value) || 0 : 0;
    onChoose(code === '' || code === NONE ? undefined : { code, percent });
  };
  const apply = () => choose(typed.trim());
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter applies the code and must not submit the payment.
    event.preventDefault();
    apply();
  };
  const error = refusal && t(`reward.refused.${refusal}`);
  return (
    <Stack>
      {rewards.length > 0 && (
        <RadioCards
          label={t('reward.own')}
          value={chosen ? (listed?.code ?? '') : NONE}
          onChange={choose}
          options={[
            { value: NONE, title: t('reward.none') },
            ...rewards.map((reward) => ({
              value: reward.code,
              title: nameOf(reward),
              description: (
                <span>
                  <Code>{reward.code}</Code> · {t('reward.until', { date: formatDate(reward.expiresAt) })}
                </span>
              ),
            })),
          ]}
        />
      )}
      <Field label={t('reward.code')} optional error={error}>
        {(control) => (
          <Row>
            <Input
              {...control}
              value={typed}
              maxLength={LONGEST_CODE}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={keys}
            />
            <Button disabled={typed.trim() === ''} onClick={apply}>
              {t('reward.apply')}
            </Button>
          </Row>
        )}
      </Field>
      <div aria-live="polite">
        {chosen && applied && !error && (
          <Applied>
            <span>{t('reward.applied', { name: listed ? nameOf(listed) : applied.name })}</span>{' '}
            <Button
              size="sm"
              kind="bare"
              onClick={() => {
                setTyped('');
                onChoose(undefined);
              }}
            >
              {t('reward.remove')}
            </Button>
          </Applied>
        )}
      </div>
    </Stack>
  );
}
