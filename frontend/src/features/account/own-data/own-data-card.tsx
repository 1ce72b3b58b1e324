import { chakra } from '@chakra-ui/react/styled-system';
import { DELETION_GRACE_DAYS, RESERVED_NAME_DAYS, type OwnDataAnswer } from '@pax/contracts';
import { useRef, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Button } from '../../../ui/components/base/button';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { ErrorState } from '../../../ui/components/feedback/empty-state';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';
import { formatDateTime } from '../../../lib/values/format';
import { SecurityCard, SecurityList, SecurityRow } from '../security/security-layout';
import { ProofDialog } from './proof-dialog';
import {
  hasFreshProof,
  useRequestAccountDeletion,
  useDownloadDataCopy,
  useCancelAccountDeletion,
  useOwnData,
} from './use-own-data';

const Body = chakra('div', { base: { display: 'grid', gap: '4' } });
const List = chakra('ul', {
  base: { display: 'grid', gap: '2', ps: '5', listStyleType: 'square', color: 'muted' },
});
const Buttons = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', gap: '2', '& > *': { flex: '1 0 auto' } },
});
const POINTS = ['gone', 'balances', 'books', 'name'] as const;

interface DeleteDialogProps {
  readonly open: boolean;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Dialog that confirms the deletion of an account: what is deleted, what stays, until when it can be cancelled. */
function DeleteDialog({ open, isPending, onClose, onConfirm }: DeleteDialogProps) {
  const { t } = useTranslation('security');
  const keep = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      size="sm"
      open={open}
      onClose={onClose}
      title={t('data.confirm.title')}
      initialFocus={keep}
      footer={
        <Buttons>
          <Button ref={keep} onClick={onClose}>
            {t('data.confirm.cancel')}
          </Button>
          <Button kind="danger" loading={isPending} onClick={onConfirm}>
            {t('data.confirm.submit', { count: DELETION_GRACE_DAYS })}
          </Button>
        </Buttons>
      }
    >
      <Body>
        <p>{t('data.confirm.text', { count: DELETION_GRACE_DAYS })}</p>
        <List>
          {POINTS.map((point) => (
            <li key={point}>{t(`data.confirm.points.${point}`, { count: RESERVED_NAME_DAYS })}</li>
          ))}
        </List>
      </Body>
    </Dialog>
  );
}

const KIB = 1024;
const Reasons = chakra('ul', {
  base: { display: 'grid', gap: '1', mt: '2', ps: '5', listStyleType: 'square' },
});
const Under = chakra('span', { base: { display: 'block', maxWidth: '60ch' } });

/** List of reasons why the account can't be deleted yet, or why its scheduled deletion is postponed. */
function DeletionObstacles({ state: { obstacles, deletion } }: { readonly state: OwnDataAnswer }) {
  const { t } = useTranslation('security');
  if (obstacles.length === 0) return null;
  return (
    <>
      <Under>{t(deletion ? 'data.putOff' : 'data.notYet')}</Under>
      <Reasons>
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{t(`data.obstacle.${obstacle}`)}</li>
        ))}
      </Reasons>
    </>
  );
}

function DataCopyRow({
  onCopy,
  copy,
}: {
  readonly onCopy: () => void;
  readonly copy: ReturnType<typeof useDownloadDataCopy>;
}) {
  const { t } = useTranslation('security');
  const size = Math.ceil(copy.bytes / KIB);
  return (
    <SecurityRow
      icon="receipt"
      title={t('data.copy')}
      under={
        <>
          <Under>{t('data.copyText')}</Under>
          <span role="status">{copy.isPending && t('data.loading', { size })}</span>
        </>
      }
      act={
        <Button loading={copy.isPending} onClick={onCopy}>
          {t('data.download')}
        </Button>
      }
    />
  );
}

function DeletionRow({ state, onDelete }: { readonly state: OwnDataAnswer; readonly onDelete: () => void }) {
  const { t } = useTranslation('security');
  const keep = useCancelAccountDeletion();
  const { deletion, obstacles } = state;
  if (deletion)
    return (
      <SecurityRow
        icon="clock"
        title={t('data.waiting', { time: formatDateTime(deletion.dueAt) })}
        under={
          <>
            <Under>{t('data.waitingText')}</Under>
            <DeletionObstacles state={state} />
          </>
        }
        act={
          <Button kind="primary" loading={keep.isPending} onClick={() => keep.mutate()}>
            {t('data.keep')}
          </Button>
        }
      />
    );
  return (
    <SecurityRow
      icon="trash"
      title={t('data.remove')}
      under={
        <>
          <Under>{t('data.removeText', { count: DELETION_GRACE_DAYS })}</Under>
          <DeletionObstacles state={state} />
        </>
      }
      act={
        <Button kind="danger" disabled={obstacles.length > 0} onClick={onDelete}>
          {t('data.ask')}
        </Button>
      }
    />
  );
}

/** Action on the account's data that requires a recent sign-in. */
type OwnDataAction = 'copy' | 'delete';

function OwnDataActions({ state, username }: { readonly state: OwnDataAnswer; readonly username: string }) {
  const copy = useDownloadDataCopy();
  const deletion = useRequestAccountDeletion();
  const [unproven, setUnproven] = useState<OwnDataAction>();
  const [isAsking, setAsking] = useState(false);
  const runAction = (act: OwnDataAction) => (act === 'copy' ? copy.mutate() : setAsking(true));
  const proveAndRunAction = (act: OwnDataAction) =>
    hasFreshProof(state) ? runAction(act) : setUnproven(act);
  return (
    <>
      <SecurityList>
        <DataCopyRow copy={copy} onCopy={() => proveAndRunAction('copy')} />
        <DeletionRow state={state} onDelete={() => proveAndRunAction('delete')} />
      </SecurityList>
      <ProofDialog
        username={username}
        hasPassword={state.hasPassword}
        open={unproven !== undefined}
        onClose={() => setUnproven(undefined)}
        onProven={() => {
          setUnproven(undefined);
          if (unproven) runAction(unproven);
        }}
      />
      <DeleteDialog
        open={isAsking}
        isPending={deletion.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => deletion.mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

function OwnDataBody({ username }: { readonly username: string }) {
  const { t } = useTranslation('security');
  const state = useOwnData();
  if (state.data) return <OwnDataActions state={state.data} username={username} />;
  if (state.isError)
    return <ErrorState compact sentence={t('data.loadFailed')} onRetry={() => void state.refetch()} />;
  return (
    <Loading>
      <Skeleton height="140px" />
    </Loading>
  );
}

/** Card to download the user's data and to delete the account. */
export function OwnDataCard({ username }: { readonly username: string }) {
  const { t } = useTranslation('security');
  const { hash } = useLocation();
  const card = useRef<HTMLDivElement>(null);
  // The page scrolls to the card after the user returns from Discord's sign-in.
  useEffect(() => {
    if (hash === '#own-data') card.current?.scrollIntoView({ block: 'center' });
  }, [hash]);
  return (
    <div ref={card} id="own-data">
      <SecurityCard heading={t('data.heading')} text={t('data.text')}>
        <OwnDataBody username={username} />
      </SecurityCard>
    </div>
  );
}
