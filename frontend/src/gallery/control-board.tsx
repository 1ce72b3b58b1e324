import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { Checkbox } from '../ui/components/form/checkbox';
import { Chip, Badge, StatusChip } from '../ui/components/shop/chip';
import { PasswordField } from '../ui/components/form/password-field';
import { RadioCards } from '../ui/components/form/radio-cards';
import { SearchField } from '../ui/components/form/search-field';
import { TextArea, TextField } from '../ui/components/form/field';
import { Board, BoardRow } from './board';
import { Button, ButtonLink } from '../ui/components/base/button';
import { ActionMenu, ChoiceMenu } from '../ui/components/overlay/choice-menu';
import { IconButton } from '../ui/components/base/icon-button';
import { iconPaths } from '../ui/components/base/icon';
import { QuantityPicker } from '../ui/components/form/quantity-picker';
import { SegmentedControl } from '../ui/components/form/segmented-control';
import { StockSegments } from '../ui/components/shop/stock-segments';
import { Tabs } from '../ui/components/base/tabs';
import { TierBadge } from '../ui/components/shop/tier-badge';

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

const tiers = ['bronze', 'silver', 'gold', 'platinum', 'diamond'] as const;
type Category = 'coins' | 'items' | 'bases' | 'armor';

function Buttons() {
  return (
    <BoardRow>
      <Button kind="primary" icon="cart">
        Add to cart
      </Button>
      <Button>Quiet</Button>
      <Button kind="danger" icon="trash">
        Clear cart
      </Button>
      <Button kind="bare">Bare</Button>
      <Button kind="primary" loading>
        Paying
      </Button>
      <Button disabled>Disabled</Button>
      <Button kind="primary" size="lg" iconAfter="arrowRight">
        Pay $32.50
      </Button>
      <Button size="sm">Small</Button>
      <ButtonLink href="#cards" kind="quiet" icon="chat">
        A link
      </ButtonLink>
      <IconButton icon="cart" label="Cart" badge="12" />
      <IconButton icon="heart" label="Wishlist" filled aria-pressed />
      <IconButton icon="settings" label="Settings" kind="quiet" />
    </BoardRow>
  );
}

function Chips() {
  return (
    <BoardRow>
      <Chip>Plain</Chip>
      <Chip tone="accent">SALE</Chip>
      <Chip tone="coins" icon="zap">
        Instant Delivery!
      </Chip>
      <Chip tone="items">Items</Chip>
      <Chip tone="bases">Bases</Chip>
      <Chip tone="armor">Armor/Kits</Chip>
      <StatusChip tone="money">Delivered</StatusChip>
      <StatusChip tone="accent">Waiting</StatusChip>
      <StatusChip tone="info">Taken</StatusChip>
      <StatusChip tone="danger">Refunded</StatusChip>
      <StatusChip tone="loyalty">VIP</StatusChip>
      <Badge>{140}</Badge>
      {tiers.map((tier) => (
        <TierBadge key={tier} tier={tier} />
      ))}
      <StockSegments stock={48} />
      <StockSegments stock={6} />
      <StockSegments stock={0} />
    </BoardRow>
  );
}

function Pickers() {
  const [count, setCount] = useState(3);
  const [span, setSpan] = useState('7');
  const [sort, setSort] = useState('price');
  return (
    <BoardRow>
      <QuantityPicker value={count} onChange={setCount} />
      <SegmentedControl
        label="Span"
        value={span}
        onChange={setSpan}
        options={[
          { value: '1', label: 'Day' },
          { value: '7', label: 'Week' },
          { value: '30', label: 'Month' },
        ]}
      />
      <ChoiceMenu
        label="Sort"
        value={sort}
        onChange={setSort}
        trigger={<Button iconAfter="chevronDown">Sort</Button>}
        options={[
          { value: 'name', label: 'Name A–Z' },
          { value: 'price', label: 'Price low–high' },
        ]}
      />
      <ActionMenu
        label="Order"
        trigger={<IconButton icon="more" label="More" tip={false} kind="quiet" />}
        actions={[{ id: 'archive', label: 'Archive', icon: 'archive', run: () => setCount(1) }]}
      />
    </BoardRow>
  );
}

function CategoryTabs() {
  const [category, setCategory] = useState<Category>('coins');
  return (
    <Tabs<Category>
      label="Categories"
      value={category}
      onChange={setCategory}
      items={[
        {
          value: 'coins',
          label: 'Money',
          icon: 'coins',
          badge: <Chip tone="coins">Instant Delivery!</Chip>,
          content: 'Coins',
        },
        { value: 'items', label: 'Items', icon: 'box', content: 'Items' },
        { value: 'bases', label: 'Bases', icon: 'home', badge: <Badge>1</Badge>, content: 'Bases' },
        {
          value: 'armor',
          label: 'Armor/Kits',
          icon: 'shield',
          badge: <Chip tone="accent">SALE</Chip>,
          content: 'Armor',
        },
      ]}
    />
  );
}

function Icons() {
  return (
    <BoardRow>
      {Object.entries(iconPaths).map(([name, path]) => (
        <svg
          key={name}
          width={24}
          height={24}
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth={2}
          aria-label={name}
        >
          <path d={path} />
        </svg>
      ))}
    </BoardRow>
  );
}

export function ControlBoard() {
  return (
    <Board name="Controls">
      <Buttons />
      <Chips />
      <Pickers />
      <CategoryTabs />
      <Icons />
    </Board>
  );
}
