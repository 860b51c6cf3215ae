import { LayoutGrid, List as ListIcon } from 'lucide-react'
import { IconButton } from '#frontend/ui/button.tsx'
import { Flex } from '#frontend/ui/layout.tsx'

export type View = 'grid' | 'list'
export const viewOf = (text: string): View => (text === 'list' ? 'list' : 'grid')

/** The chosen one stands out; neither changes under the pointer. */
const lookOf = (isChosen: boolean) => {
  const background = isChosen ? 'line' : 'transparent'
  return { background, color: isChosen ? 'ink' : 'ink.muted', _hover: { background } }
}

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
      {...lookOf(view === 'grid')}
      aria-pressed={view === 'grid'}
      onClick={() => onChange('grid')}
    >
      <LayoutGrid aria-hidden />
    </IconButton>
    <IconButton
      label="List view"
      size="segment"
      {...lookOf(view === 'list')}
      aria-pressed={view === 'list'}
      onClick={() => onChange('list')}
    >
      <ListIcon aria-hidden />
    </IconButton>
  </Flex>
)
