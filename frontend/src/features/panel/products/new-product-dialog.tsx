import { chakra } from '@chakra-ui/react/styled-system';
import { CATEGORIES, catalogCalls, type Category } from '@pax/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { useTranslation } from 'react-i18next';
import { ArtImage } from '../../../ui/components/base/art-image';
import { Button } from '../../../ui/components/base/button';
import { Checkbox } from '../../../ui/components/form/checkbox';
import { SegmentedControl } from '../../../ui/components/form/segmented-control';
import { TextArea, TextField } from '../../../ui/components/form/field';
import { Dialog } from '../../../ui/components/overlay/dialog';
import { Plinth } from '../../../ui/components/shop/plinth';
import { useFileDrop } from '../../../lib/hooks/use-file-drop';
import { useReportTimeout } from '../../../lib/hooks/use-report-timeout';
import { callApi } from '../../../lib/http/call-api';
import { serverMessageOf } from '../../../lib/http/fetcher';
import { showToast } from '../../../lib/browser/toast';
import { usePanelLanguage } from '../shared/panel-language';
import { UploadButton, UploadState, useUploadImage } from './image-upload';
import { ProductMoreFields, FieldPair } from './product-fields';
import { EMPTY_PRODUCT, parseNewProduct, type TypedProduct } from './new-product-form';
import { parseImageAddress } from './product-filter';
import { applyProductState } from './product-queries';
import { productFaultOf } from './use-edit-product';
import { createAmountTexts } from '../shared/amount-parsers';

const Form = chakra('form', { base: { display: 'grid', gap: '4' } });
const Picture = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) 96px', gap: '4', alignItems: 'end' },
});
const Ground = chakra(Plinth, {
  base: {
    width: '96px',
    height: '96px',
    '&[data-dropping]': { outline: '2px dashed', outlineColor: 'accent' },
  },
});
const Art = chakra('span', { base: { display: 'grid', width: '76px', height: '76px' } });

/** Value and version that an upload replaces; empty, because a new product has no earlier image. */
const NOTHING_SEEN = { value: '', version: undefined };

function useCreateProduct(onDone: () => void) {
  const { t } = useTranslation('products');
  const client = useQueryClient();
  const noAnswer = useReportTimeout();
  return useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof parseNewProduct>['body']>) =>
      callApi(catalogCalls.createProduct, { body }),
    onSuccess: (now) => {
      applyProductState(client, now);
      showToast({ title: t('new.done'), description: now.name, kind: 'success' });
      onDone();
    },
    onError: (error) => {
      if (noAnswer(error)) return;
      const fault = productFaultOf(error);
      const description = fault ? t(`fault.${fault}`) : (serverMessageOf(error) ?? t('new.failed'));
      showToast({ title: t('failed'), description, kind: 'error' });
    },
  });
}

interface FieldsProps {
  readonly category: Category;
  readonly typed: TypedProduct;
  /** Problems of the fields by field name; none before the form is first submitted. */
  readonly own: Partial<ReturnType<typeof parseNewProduct>['own']>;
  readonly onType: Dispatch<SetStateAction<TypedProduct>>;
  readonly first: RefObject<HTMLInputElement | null>;
}

type TextName = 'name' | 'price' | 'originalPrice' | 'stock' | 'image' | 'description';

function NewProductFields({ category, typed, own, onType, first }: FieldsProps) {
  const { t } = useTranslation('products');
  const upload = useUploadImage(NOTHING_SEEN, (image) => onType((now) => ({ ...now, image })));
  const drop = useFileDrop((files) => void upload.upload(files));
  const textFieldProps = (name: TextName) => ({
    value: typed[name],
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onType((now) => ({ ...now, [name]: event.target.value })),
  });
  return (
    <>
      <TextField
        ref={first}
        label={t('fields.name')}
        maxLength={80}
        error={own.name && t('invalid.name')}
        {...textFieldProps('name')}
      />
      <FieldPair>
        <TextField
          label={t('new.price')}
          inputMode="decimal"
          maxLength={24}
          error={own.price && t('invalid.price', createAmountTexts())}
          {...textFieldProps('price')}
        />
        {category !== 'coins' && (
          <TextField
            label={t('fields.stock')}
            error={own.stock && t('invalid.stock')}
            inputMode="numeric"
            maxLength={24}
            {...textFieldProps('stock')}
          />
        )}
        <TextField
          label={t('fields.originalPrice')}
          optional
          inputMode="decimal"
          error={own.originalPrice && t(own.originalPrice, createAmountTexts())}
          {...textFieldProps('originalPrice')}
        />
      </FieldPair>
      <Picture {...drop.handlers}>
        <div>
          <TextField
            label={t('fields.image')}
            hint={t('new.imageHint')}
            inputMode="url"
            maxLength={500}
            error={own.image && t('invalid.image')}
            {...textFieldProps('image')}
          />
          <UploadButton upload={upload} />
          <UploadState upload={upload} />
        </div>
        <Ground category={category} data-dropping={drop.isOver ? '' : undefined}>
          <Art>
            <ArtImage src={upload.preview ?? parseImageAddress(typed.image) ?? ''} size={76} />
          </Art>
        </Ground>
      </Picture>
      <TextArea
        label={t('fields.description')}
        optional
        rows={3}
        maxLength={1000}
        {...textFieldProps('description')}
      />
    </>
  );
}

interface NewProductDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Dialog that adds a product; typed values stay until the product is added. */
export function NewProductDialog({ open, onClose }: NewProductDialogProps) {
  const { t } = useTranslation('products');
  const lang = usePanelLanguage();
  const first = useRef<HTMLInputElement>(null);
  const [category, setCategory] = useState<Category>('items');
  const [typed, setTyped] = useState(EMPTY_PRODUCT);
  const [tried, setTried] = useState(false);
  const { own, wrong, body } = parseNewProduct(category, typed);
  const { mutate, isPending } = useCreateProduct(() => {
    setTyped(EMPTY_PRODUCT);
    setTried(false);
    onClose();
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      initialFocus={first}
      title={<span lang={lang}>{t('new.title')}</span>}
    >
      <Form
        lang={lang}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (body && !isPending) mutate(body);
        }}
      >
        <SegmentedControl
          label={t('fields.category')}
          options={CATEGORIES.map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={category}
          onChange={setCategory}
        />
        <NewProductFields
          category={category}
          typed={typed}
          own={tried ? own : {}}
          onType={setTyped}
          first={first}
        />
        <ProductMoreFields
          category={category}
          isCustom={category === 'coins' && typed.isCustom}
          typed={typed}
          wrong={tried ? wrong : {}}
          onType={(name, text) => setTyped((now) => ({ ...now, [name]: text }))}
          onCustom={(isCustom) => setTyped((now) => ({ ...now, isCustom }))}
        />
        <Checkbox
          checked={typed.isHidden}
          hint={t('details.isHiddenHint')}
          onChange={(event) => setTyped((now) => ({ ...now, isHidden: event.target.checked }))}
        >
          {t('details.isHidden')}
        </Checkbox>
        <Button type="submit" kind="primary" size="lg" loading={isPending}>
          {t('new.submit')}
        </Button>
      </Form>
    </Dialog>
  );
}
