import { chakra } from '@chakra-ui/react/styled-system';
import { REFERRAL_CODE_LENGTH } from '@pax/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/components/base/button';
import { Surface } from '../../../ui/components/base/surface';
import { TextField } from '../../../ui/components/form/text-field';
import { asCode, canBeChosen } from './code-field';
import { useGenerateCode, useSetCode } from './use-referral-code';

const Card = chakra(Surface, { base: { display: 'grid', gap: '4', alignContent: 'start' } });
const Heading = chakra('h2', { base: { textStyle: 'subheading' } });
const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Buttons = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '3' } });

/** Chooses a code, or has one drawn. */
export function ChooseCode({ code }: { readonly code: string | null }) {
  const { t } = useTranslation('referral');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const choose = useSetCode();
  const generate = useGenerateCode();
  const isBusy = choose.isPending || generate.isPending;
  return (
    <Card pad="md">
      <Heading>{t('own.heading')}</Heading>
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const canChoose = canBeChosen(typed);
          setWrong(!canChoose);
          if (canChoose && !isBusy) choose.mutate(typed, { onSuccess: () => setTyped('') });
        }}
      >
        <TextField
          label={t('own.label')}
          hint={t('own.hint')}
          error={isWrong ? t('own.wrong') : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={REFERRAL_CODE_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(asCode(event.target.value));
            setWrong(false);
          }}
        />
        <Buttons>
          <Button type="submit" loading={choose.isPending} disabled={typed === ''}>
            {t('own.set')}
          </Button>
          <Button
            icon="refresh"
            kind={code === null ? 'primary' : 'bare'}
            loading={generate.isPending}
            onClick={() => {
              if (!isBusy) generate.mutate();
            }}
          >
            {t(code === null ? 'make' : 'own.generate')}
          </Button>
        </Buttons>
      </Form>
    </Card>
  );
}
