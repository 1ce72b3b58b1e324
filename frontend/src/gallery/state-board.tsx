import { chakra } from '@chakra-ui/react/styled-system';
import { useState } from 'react';
import { Button } from '../ui/components/base/button';
import { Dialog, SidePanel } from '../ui/components/overlay/dialog';
import { EmptyState, ErrorState, Scene } from '../ui/components/feedback/empty-state';
import { Gauge } from '../ui/components/shop/gauge';
import { Receipt, ReceiptRow } from '../ui/components/shop/receipt';
import { Loading, Skeleton, SkeletonText } from '../ui/components/feedback/skeleton';
import { Surface } from '../ui/components/base/surface';
import { TickingNumber } from '../ui/components/shop/ticking-number';
import { formatCoins } from '../lib/values/format';
import { showToast } from '../lib/browser/toast';
import { Board, BoardRow } from './board';

const Columns = chakra('div', {
  base: { display: 'grid', gap: '4', mt: '4', gridTemplateColumns: { md: 'repeat(3, 1fr)' } },
});

function Bill() {
  return (
    <Receipt>
      <ReceiptRow label="250M Coins" amount="$32.50" />
      <ReceiptRow label="Gold tier, 10 %" amount="−$3.25" kind="saving" />
      <ReceiptRow label="Store credit" amount="−$4.20" kind="saving" />
      <ReceiptRow label="Total" amount="$25.05" kind="total" />
    </Receipt>
  );
}

function Cards({ pool }: { readonly pool: number }) {
  return (
    <Columns>
      <Surface pad="md">
        <Gauge value={pool} max={2e9} label="In the coin pool" valueText={`${formatCoins(pool)} of 2B`}>
          <strong>
            <TickingNumber value={pool} format={formatCoins} />
          </strong>
        </Gauge>
        <chakra.div height="5" />
        <Gauge
          value={120}
          max={200}
          label="To gold"
          valueText="$120 of $200"
          tone="loyalty"
          kind="progress"
          size="sm"
        >
          $80 to go
        </Gauge>
      </Surface>
      <Surface pad="md">
        <Bill />
      </Surface>
      <Surface pad="md">
        <Loading>
          <Skeleton height="96px" mb="3" />
          <SkeletonText />
        </Loading>
      </Surface>
      <Surface>
        <EmptyState sentence="No bases on the stalls right now." action={<Button>See items</Button>} />
      </Surface>
      <Surface>
        <Scene
          scene="closed-shutter"
          sentence="This payment has run out of time. Your goods are still in the cart."
        />
      </Surface>
      <Surface>
        <ErrorState onRetry={() => showToast({ title: 'Trying again' })} />
      </Surface>
    </Columns>
  );
}

export function StateBoard() {
  const [open, setOpen] = useState<'dialog' | 'panel'>();
  const [pool, setPool] = useState(1_240_000_000);
  const close = () => setOpen(undefined);
  return (
    <Board name="States">
      <BoardRow>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('panel')}>Side panel</Button>
        <Button
          onClick={() => showToast({ title: 'Added to cart', description: '250M Coins', kind: 'success' })}
        >
          Notice
        </Button>
        <Button onClick={() => showToast({ title: 'Your cart is empty', kind: 'error' })}>Problem</Button>
        <Button onClick={() => setPool((now) => Math.max(0, now - 137_000_000))}>Drain</Button>
        <Button onClick={() => setPool((now) => Math.min(2e9, now + 250_000_000))}>Fill</Button>
      </BoardRow>
      <Cards pool={pool} />
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Diamond kit"
        footer={
          <Button kind="primary" width="full" onClick={close}>
            Add for $8.50
          </Button>
        }
      >
        <SkeletonText lines={5} />
      </Dialog>
      <SidePanel
        open={open === 'panel'}
        onClose={close}
        title="Your cart"
        footer={
          <Button kind="primary" size="lg" width="full" onClick={close}>
            Checkout Now
          </Button>
        }
      >
        <Bill />
      </SidePanel>
    </Board>
  );
}
