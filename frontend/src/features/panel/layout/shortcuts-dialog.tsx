import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { usePanelLanguage } from '../shared/panel-language';
import { useKeySetting } from '../shared/use-key-bindings';

const Keys = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '5',
    rowGap: '3',
    alignItems: 'center',
    '&[data-off]': { color: 'muted' },
  },
});
const Key = chakra('kbd', {
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: '32px',
    px: '2',
    minHeight: '28px',
    fontFamily: 'mono',
    fontSize: 'sm',
    bg: 'raised',
    borderWidth: '1px',
    borderColor: 'edge',
    borderBottomWidth: '3px',
  },
});

interface ShortcutsDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Number of tabs that can be opened by number keys. */
  readonly tabs: number;
}

/** Dialog with the panel's keyboard shortcuts, and a switch that turns single-key shortcuts off. */
export function ShortcutsDialog({ open, onClose, tabs }: ShortcutsDialogProps) {
  const { t } = useTranslation('admin');
  const lang = usePanelLanguage();
  const { areOn, setAreOn } = useKeySetting();
  const keys = [
    [tabs < 10 ? `1–${tabs}` : '1–9, 0', t('keys.tab')],
    ['/', t('keys.search')],
    ['j', t('keys.down')],
    ['k', t('keys.up')],
    [t('keys.enter'), t('keys.open')],
    ['t', t('keys.take')],
    ['e', t('keys.complete')],
    ['a', t('keys.archive')],
    ['r', t('keys.refund')],
    ['x', t('keys.choose')],
    [t('keys.shiftX'), t('keys.chooseRange')],
    ['?', t('keys.help')],
    [t('keys.escape'), t('keys.close')],
  ] as const;
  return (
    <Dialog size="sm" open={open} onClose={onClose} title={<span lang={lang}>{t('keys.title')}</span>}>
      <Keys lang={lang} data-off={areOn ? undefined : ''}>
        {keys.map(([key, text]) => (
          <chakra.div key={key} display="contents">
            <dt>
              <Key>{key}</Key>
            </dt>
            <dd>{text}</dd>
          </chakra.div>
        ))}
      </Keys>
      <chakra.div lang={lang} mt="4" pt="2" borderTopWidth="1px" borderColor="line">
        <Checkbox
          checked={areOn}
          onChange={({ target }) => setAreOn(target.checked)}
          hint={t(areOn ? 'keys.onHint' : 'keys.offHint')}
        >
          {t('keys.on')}
        </Checkbox>
      </chakra.div>
    </Dialog>
  );
}
