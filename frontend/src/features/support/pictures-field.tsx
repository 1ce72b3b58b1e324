import { chakra } from '@chakra-ui/react/styled-system';
import { TICKET_PICTURES } from '@pax/contracts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../ui/components/base/art-image';
import { IconButton } from '../../ui/components/base/icon-button';
import { ProgressLine } from '../../ui/components/feedback/progress-line';
import { FileButton } from '../../ui/components/form/file-button';
import type { FormPicture, TicketPictures } from './use-ticket-pictures';

const Group = chakra('div', {
  base: {
    p: '3',
    borderWidth: '1px',
    borderStyle: 'dashed',
    borderColor: 'edge',
    '&[data-dropping]': { borderColor: 'accent', bg: 'raised' },
  },
});
const Top = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
  },
});
const Label = chakra('p', { base: { textStyle: 'label' } });
const Hint = chakra('p', { base: { color: 'muted', textStyle: 'small' } });
const Wrong = chakra('p', { base: { color: 'danger', textStyle: 'small', mt: '2' } });
const List = chakra('ul', { base: { display: 'grid', gap: '2', mt: '3' } });
const Item = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: '72px minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '3',
    bg: 'bg',
    pe: '1',
  },
});
const Thumb = chakra('span', {
  base: { display: 'grid', width: '72px', height: '54px', overflow: 'hidden' },
});
const Name = chakra('p', {
  base: { textStyle: 'small', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});
const State = chakra('p', {
  base: { textStyle: 'tiny', color: 'muted', '&[data-wrong]': { color: 'danger' } },
});
const Acts = chakra('span', { base: { display: 'flex' } });

function PictureItem({ picture, field }: { readonly picture: FormPicture; readonly field: TicketPictures }) {
  const { t } = useTranslation('support');
  const { key, name, preview, share, isSent, problem } = picture;
  return (
    <Item>
      <Thumb>
        <ArtImage src={preview} size={72} fit="cover" />
      </Thumb>
      <div>
        <Name>{name}</Name>
        {problem ? (
          <State data-wrong="" role="alert">
            {t(`pictures.problem.${problem}`)}
          </State>
        ) : isSent ? (
          <State>{t('pictures.ready')}</State>
        ) : (
          <ProgressLine label={t('pictures.sending', { name })} share={share} />
        )}
      </div>
      <Acts>
        {problem && (
          <IconButton
            size="sm"
            icon="refresh"
            label={t('pictures.again', { name })}
            onClick={() => field.again(key)}
          />
        )}
        <IconButton
          size="sm"
          icon="close"
          label={t('pictures.remove', { name })}
          onClick={() => field.drop(key)}
        />
      </Acts>
    </Item>
  );
}

interface PicturesFieldProps {
  readonly field: TicketPictures;
  /** True while files are dragged over the form. */
  readonly isOver: boolean;
}

/** The pictures of a ticket before it is sent. */
export function PicturesField({ field, isOver }: PicturesFieldProps) {
  const { t } = useTranslation('support');
  const hint = useId();
  const { pictures, refused } = field;
  return (
    <Group role="group" aria-label={t('pictures.label')} data-dropping={isOver ? '' : undefined}>
      <Top>
        <div>
          <Label aria-hidden>{t('pictures.label')}</Label>
          <Hint id={hint}>{t('pictures.hint', { count: TICKET_PICTURES })}</Hint>
        </div>
        <FileButton
          multiple
          label={t('pictures.add')}
          aria-describedby={hint}
          disabled={pictures.length >= TICKET_PICTURES}
          onFiles={field.add}
        />
      </Top>
      {refused && <Wrong role="alert">{t(`pictures.problem.${refused}`, { count: TICKET_PICTURES })}</Wrong>}
      {pictures.length > 0 && (
        <List>
          {pictures.map((picture) => (
            <PictureItem key={picture.key} picture={picture} field={field} />
          ))}
        </List>
      )}
    </Group>
  );
}
