import { chakra } from '@chakra-ui/react/styled-system';
import { password as passwordSchema, estimatePasswordStrength, findPasswordWeakness } from '@pax/contracts';
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Field, FieldButton, Input, type TextFieldProps } from './field';
import { Icon } from '../base/icon';

const Row = chakra('span', {
  base: { display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', columnGap: '2' },
});
const Bars = chakra('span', { base: { display: 'inline-flex', gap: '3px' } });
const Bar = chakra('span', {
  base: {
    width: '20px',
    height: '6px',
    bg: 'line',
    transition: 'background-color 200ms',
    '&[data-lit=weak]': { bg: 'danger' },
    '&[data-lit=fair]': { bg: 'accent' },
    '&[data-lit=strong]': { bg: 'money' },
  },
});

const LIT = { weak: 1, fair: 2, strong: 3 } as const;

interface PasswordStrengthProps {
  readonly password: string;
  readonly username: string;
}

/** Strength of a new password while it is typed; hidden while the password is too short or too long. */
export function PasswordStrength({ password, username }: PasswordStrengthProps) {
  const { t } = useTranslation();
  const isMeasured = passwordSchema.safeParse(password).success;
  const strength = isMeasured ? estimatePasswordStrength(password, username) : undefined;
  const weakness = isMeasured ? findPasswordWeakness(password, username) : undefined;
  return (
    <Row aria-live="polite">
      {strength && (
        <>
          <Bars aria-hidden="true">
            {[1, 2, 3].map((place) => (
              <Bar key={place} data-bar="" data-lit={place <= LIT[strength] ? strength : undefined} />
            ))}
          </Bars>
          <span>{t(`strength.${weakness ?? strength}`)}</span>
        </>
      )}
    </Row>
  );
}

const Root = chakra('div', { base: { position: 'relative' } });

/** Password field with a button that shows the password. Needs `autoComplete`: `current-password` or `new-password`. */
export function PasswordField({ label, hint, error, optional, ...input }: TextFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => (
        <Root>
          <Input
            pe="12"
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
          />
          <FieldButton
            type="button"
            aria-label={t(shown ? 'hidePassword' : 'showPassword')}
            aria-pressed={shown}
            aria-controls={control.id}
            disabled={input.disabled}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eyeOff' : 'eye'} />
          </FieldButton>
        </Root>
      )}
    </Field>
  );
}
