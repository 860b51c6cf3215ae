import { LayoutGrid, List as ListIcon } from 'lucide-react'
import { IconButton } from '#frontend/ui/button.tsx'
import { Flex } from '#frontend/ui/layout.tsx'

export type View = 'grid' | 'list'
export const viewOf = (text: string): View => (text === 'list' ? 'list' : 'grid')

/** Grid or list. */
export const ViewSwitch = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => (
  <Flex
    role="group"
    aria-label="View"
    width="fit-content"
    borderWidth="1px"
    borderColor="line.strong"
    borderRadius="control"
    background="surface"
  >
    <IconButton
      label="Grid view"
      size="segment"
      background={view === 'grid' ? 'line' : 'transparent'}
      color={view === 'grid' ? 'ink' : 'ink.muted'}
      aria-pressed={view === 'grid'}
      onClick={() => onChange('grid')}
    >
      <LayoutGrid aria-hidden />
    </IconButton>
    <IconButton
      label="List view"
      size="segment"
      background={view === 'list' ? 'line' : 'transparent'}
      color={view === 'list' ? 'ink' : 'ink.muted'}
      aria-pressed={view === 'list'}
      onClick={() => onChange('list')}
    >
      <ListIcon aria-hidden />
    </IconButton>
  </Flex>
)
