import { chakra } from '@chakra-ui/react'

/** Scrolls sideways by itself, by keyboard too, so that a wide table never widens the page. */
export const TableFrame = chakra(
  'div',
  { base: { overflowX: 'auto', borderWidth: '1px', borderColor: 'line', background: 'surface' } },
  { defaultProps: { tabIndex: 0, role: 'region' } },
)
export const Table = chakra('table', {
  base: {
    width: 'full',
    borderCollapse: 'collapse',
    fontSize: 'sm',
    '& th': { textAlign: 'start', fontWeight: 'medium', color: 'ink.muted', whiteSpace: 'nowrap' },
    '& th, & td': { paddingInline: { base: '2.5', sm: '4' }, paddingBlock: '3', verticalAlign: 'top' },
    '& tbody tr': { borderTopWidth: '1px', borderColor: 'line' },
    // Said in another cell where there is no room for a column of its own.
    '& [data-wide]': { display: { base: 'none', sm: 'table-cell' } },
    '& [data-number]': { textAlign: 'end', whiteSpace: 'nowrap' },
  },
})
