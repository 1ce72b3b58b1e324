import { chakra } from '@chakra-ui/react/styled-system';
import { LOW_WINDOW } from '../../../ui/theme/media-queries';
import { Loading, Skeleton } from '../../../ui/components/feedback/skeleton';

/** Layout of a panel tab: a fixed bar above scrolling content. */
export const TabLayout = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    minHeight: '0',
    height: 'full',
    // In a low window the bar scrolls away too, so that the rows get the full height.
    [LOW_WINDOW]: { overflowY: 'auto' },
  },
});

export const TabBar = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: { base: '2', lg: '3' },
    px: { base: '4', lg: '6' },
    py: { base: '2', lg: '4' },
  },
});

export const TabTitle = chakra('h2', {
  base: {
    textStyle: { base: 'subheading', lg: 'heading' },
    flexBasis: { base: 'full', lg: 'auto' },
    me: 'auto',
  },
});

/** Area of a tab's rows: full width on a phone, with margins on a desktop. */
export const TabRows = chakra('div', {
  base: {
    flex: '1',
    minHeight: '0',
    display: 'flex',
    flexDirection: 'column',
    mx: { lg: '6' },
    borderTopWidth: { base: '1px', lg: '0' },
    borderColor: 'line',
    [LOW_WINDOW]: { flex: '0 0 100%' },
  },
});

/** Scroll container for tabs without a list of rows. */
export const TabScroll = chakra('div', {
  base: {
    flex: '1',
    minHeight: '0',
    overflowY: 'auto',
    px: { base: '4', lg: '6' },
    pb: '8',
    [LOW_WINDOW]: { flex: '0 0 100%' },
  },
});

const Rows = chakra('div', { base: { display: 'grid', gap: '1px', pt: { lg: '9' } } });

/** Placeholder rows while a list is loading. */
export const LoadingRows = () => (
  <Loading>
    <Rows>
      {Array.from({ length: 9 }, (_, row) => (
        <Skeleton key={row} height={{ base: '104px', lg: '44px' }} />
      ))}
    </Rows>
  </Loading>
);
