import { chakra } from '@chakra-ui/react/styled-system';
import {
  MIN_TOTAL_FOR_BONUS,
  parseDecimalToCents,
  type AccountProfile,
  type Quote,
  type Reward,
} from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import type { KeyboardEvent } from 'react';
import { Checkbox } from '../../ui/components/form/checkbox';
import { formatCents, formatDecimal, formatDate } from '../../lib/values/format';
import { Button } from '../../ui/components/base/button';
import { Field, Input } from '../../ui/components/form/field';
import { RadioCards } from '../../ui/components/form/radio-cards';
import type { RewardRefusal } from './checkout-problem';
import type { ChosenReward } from './use-quote';

const Line = chakra('span', { base: { display: 'block' } });

interface CreditSectionProps {
  readonly signedIn: boolean;
  readonly profile: AccountProfile | undefined;
  readonly quote: Quote;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** Checkbox to pay with store credit and referral bonus, and a note on what the bonus still requires. */
export function CreditSection({ signedIn, profile, quote, checked, onChange }: CreditSectionProps) {
  const { t } = useTranslation('checkout');
  // The larger amount is shown: the profile leaves out credit that the user's open checkout holds; the quote counts
  // it.
  const computeSpendable = (free = '0.00', used: string): number =>
    Math.max(0, parseDecimalToCents(free), parseDecimalToCents(used));
  const credit = computeSpendable(profile?.storeCredit, quote.storeCreditUsed);
  const bonus = computeSpendable(profile?.referralBonus, quote.referralBonusUsed);
  const frozen = parseDecimalToCents(profile?.frozenCredit ?? '0.00');
  const hasSome = credit + bonus > 0;
  const isOn = checked && hasSome;
  const creditHint = () => {
    if (!signedIn) return t('credit.visitor');
    if (!profile) return t('credit.asking');
    return credit > 0 ? t('credit.have', { amount: formatCents(credit) }) : t('credit.none');
  };
  const bonusNote = () => {
    const amount = formatCents(bonus);
    if (!quote.bonusUsable) {
      const missing = MIN_TOTAL_FOR_BONUS - parseDecimalToCents(quote.discountedTotal);
      if (missing <= 0) return t('credit.bonusTaken', { amount });
      const minimum = formatCents(MIN_TOTAL_FOR_BONUS);
      return t('credit.bonusMissing', { amount, missing: formatCents(missing), minimum });
    }
    if (!isOn) return t('credit.bonusReady', { amount });
    const used = parseDecimalToCents(quote.referralBonusUsed);
    return used === bonus
      ? t('credit.bonusUsed', { amount })
      : t('credit.bonusPart', {
          used: formatDecimal(quote.referralBonusUsed),
          rest: formatCents(bonus - used),
        });
  };
  return (
    <Checkbox
      checked={isOn}
      disabled={!hasSome}
      hint={
        <>
          <Line>{creditHint()}</Line>
          {frozen > 0 && <Line>{t('credit.frozen', { amount: formatCents(frozen) })}</Line>}
          {bonus > 0 && <Line>{bonusNote()}</Line>}
        </>
      }
      onChange={(event) => onChange(event.target.checked)}
    >
      {t('credit.use')}
    </Checkbox>
  );
}

const Stack = chakra('div', { base: { display: 'grid', gap: '3', mt: '2' } });
const Row = chakra('div', { base: { display: 'flex', gap: '2', '& > input': { flex: '1', minWidth: '0' } } });
const Code = chakra('span', { base: { textStyle: 'reference', overflowWrap: 'anywhere' } });
const Applied = chakra('p', { base: { color: 'money', textStyle: 'small', fontWeight: 'medium' } });

/** Maximum length of a reward code, as in the contracts. */
const LONGEST_CODE = 40;
const NONE = 'none';

interface RewardChooserProps {
  /** Reward codes of the account that can be used now. */
  readonly rewards: readonly Reward[];
  readonly chosen: ChosenReward | undefined;
  readonly onChoose: (reward: ChosenReward | undefined) => void;
  /** Reward that the server applied to the quote; undefined until the server has answered. */
  readonly applied: Quote['reward'];
  readonly refusal: RewardRefusal | undefined;
  /** Text of the field, which is kept when the checkout changes between one column and two. */
  readonly typed: string;
  readonly onType: (typed: string) => void;
}

/** Field for one reward code, chosen from the account's codes or typed. */
export function RewardChooser(props: RewardChooserProps) {
  const { rewards, chosen, onChoose, applied, refusal, typed, onType } = props;
  const { t } = useTranslation('checkout');
  const listed = rewards.find(({ code }) => code === chosen?.code);
  const rewardNameOf = ({ category, value }: Reward) =>
    category === 'discount' ? t('reward.discount', { percent: value }) : t('reward.delivery');
  const chooseReward = (code: string) => {
    const known = rewards.find((reward) => reward.code === code);
    const percent = known?.category === 'discount' ? Number(known.value) || 0 : 0;
    onChoose(code === '' || code === NONE ? undefined : { code, percent });
  };
  const applyTypedCode = () => chooseReward(typed.trim());
  const applyCodeOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The Enter key applies the reward code and must not submit the payment.
    event.preventDefault();
    applyTypedCode();
  };
  const error = refusal && t(`reward.refused.${refusal}`);
  return (
    <Stack>
      {rewards.length > 0 && (
        <RadioCards
          label={t('reward.own')}
          value={chosen ? (listed?.code ?? '') : NONE}
          onChange={chooseReward}
          options={[
            { value: NONE, title: t('reward.none') },
            ...rewards.map((reward) => ({
              value: reward.code,
              title: rewardNameOf(reward),
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
              onChange={(event) => onType(event.target.value)}
              onKeyDown={applyCodeOnEnter}
            />
            <Button disabled={typed.trim() === ''} onClick={applyTypedCode}>
              {t('reward.apply')}
            </Button>
          </Row>
        )}
      </Field>
      <div aria-live="polite">
        {chosen && applied && !error && (
          <Applied>
            <span>{t('reward.applied', { name: listed ? rewardNameOf(listed) : applied.name })}</span>{' '}
            <Button
              size="sm"
              kind="bare"
              onClick={() => {
                onType('');
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
