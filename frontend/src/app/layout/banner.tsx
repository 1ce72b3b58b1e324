import { chakra } from '@chakra-ui/react/styled-system';
import { Page } from '../../components/base/page';

/** A banner below the header, for messages that hold on every page. */
export const Banner = chakra('div', {
  base: { bg: 'raised', borderBottomWidth: '1px', borderColor: 'accent', textStyle: 'small' },
});
export const BannerRow = chakra(Page, {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    py: '2',
    _icon: { flexShrink: '0' },
  },
});
