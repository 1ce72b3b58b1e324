import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { Checkbox } from '../ui/components/form/checkbox';
import { Chip } from '../ui/components/shop/chip';
import { PasswordField } from '../ui/components/form/password-field';
import { RadioCards } from '../ui/components/form/radio-cards';
import { SearchField } from '../ui/components/form/search-field';
import { TextArea, TextField } from '../ui/components/form/text-field';
import { Board } from './board';

const Columns = chakra('div', {
  base: { display: 'grid', gap: '5', mt: '4', gridTemplateColumns: { md: '1fr 1fr' } },
});
const Column = chakra('div', { base: { display: 'grid', gap: '4', alignContent: 'start', minWidth: '0' } });

export function FieldBoard() {
  const [method, setMethod] = useState<'card' | 'wallet' | 'crypto'>('card');
  const [words, setWords] = useState('elytra');
  return (
    <Board name="Fields">
      <Columns>
        <Column>
          <TextField label="Game username" placeholder="Steve_2000" hint="Exactly as in the game." />
          <TextField label="Chat username" defaultValue="x" error="At least 2 characters." />
          <PasswordField label="Password" defaultValue="lantern-lit" />
          <TextArea label="Message" optional />
          <SearchField value={words} onChange={setWords} />
        </Column>
        <Column>
          <RadioCards
            label="Payment method"
            value={method}
            onChange={setMethod}
            options={[
              {
                value: 'card',
                title: 'Card',
                description: 'Instant, also from your phone’s wallet.',
                aside: <Chip tone="money">Recommended</Chip>,
              },
              { value: 'wallet', title: 'Wallet', description: 'No account needed.' },
              { value: 'crypto', title: 'Crypto', description: 'Switched off right now.', disabled: true },
            ]}
          />
          <Checkbox defaultChecked hint="$4.20 available">
            Use Store Credit
          </Checkbox>
          <Checkbox error="Needed to deliver at once.">I agree to delivery at once.</Checkbox>
        </Column>
      </Columns>
    </Board>
  );
}
