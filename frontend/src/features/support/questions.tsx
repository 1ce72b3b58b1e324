import { chakra } from '@chakra-ui/react/styled-system';
import { Icon } from '../../ui/components/base/icon';

const List = chakra('div', { base: { display: 'grid', borderTopWidth: '1px', borderColor: 'line' } });
const Entry = chakra('details', {
  base: {
    borderBottomWidth: '1px',
    borderColor: 'line',
    '&[open] summary svg': { transform: 'rotate(90deg)' },
  },
});
const Question = chakra('summary', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    alignItems: 'center',
    gap: '3',
    minHeight: '52px',
    py: '2',
    cursor: 'pointer',
    fontWeight: 'semibold',
    listStyle: 'none',
    '&::-webkit-details-marker': { display: 'none' },
    '& svg': { color: 'accent', transition: 'transform 160ms' },
    _hover: { color: 'accent' },
  },
});
const Answer = chakra('p', { base: { color: 'muted', ps: '8', pb: '4', maxWidth: 'prose' } });

interface QuestionsProps {
  readonly entries: Readonly<Record<string, { readonly question: string; readonly answer: string }>>;
}

/** Questions whose answers open one by one; they work without any script of ours. */
export function Questions({ entries }: QuestionsProps) {
  return (
    <List>
      {Object.entries(entries).map(([id, { question, answer }]) => (
        <Entry key={id}>
          <Question>
            <Icon name="chevronRight" size={20} />
            {question}
          </Question>
          <Answer>{answer}</Answer>
        </Entry>
      ))}
    </List>
  );
}
