import { chakra } from '@chakra-ui/react/styled-system';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { usePanelLanguage } from '../shared/panel-language';
import { KeyCap } from '../shared/key-cap';
import { useKeySetting } from '../shared/use-key-bindings';
import { namePaletteKeys, SHORTCUTS } from './shortcuts';

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
    [namePaletteKeys(t('keys.control')), t('keys.palette')],
    [tabs < 10 ? `1–${tabs}` : '1–9, 0', t('keys.tab')],
    ...SHORTCUTS.map(({ key, name, label }) => [name ? t(name) : key, t(label)] as const),
  ] as const;
  return (
    <Dialog size="sm" open={open} onClose={onClose} title={<span lang={lang}>{t('keys.title')}</span>}>
      <Keys lang={lang} data-off={areOn ? undefined : ''}>
        {keys.map(([key, text]) => (
          <chakra.div key={key} display="contents">
            <dt>
              <KeyCap>{key}</KeyCap>
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
