import { LayoutGrid, List as ListIcon } from 'lucide-react'
import { IconButton } from '#frontend/ui/button.tsx'
import { Flex } from '#frontend/ui/layout.tsx'

export type View = 'grid' | 'list'
export const viewOf = (text: string): View => (text === 'list' ? 'list' : 'grid')

/** Grid or list. */
export const ViewSwitch = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => (
  <Flex role="group" aria-label="View" gap="1">
    <IconButton
      label="Grid view"
      variant={view === 'grid' ? 'outline' : 'quiet'}
      aria-pressed={view === 'grid'}
      onClick={() => onChange('grid')}
    >
      <LayoutGrid aria-hidden />
    </IconButton>
    <IconButton
      label="List view"
      variant={view === 'list' ? 'outline' : 'quiet'}
      aria-pressed={view === 'list'}
      onClick={() => onChange('list')}
    >
      <ListIcon aria-hidden />
    </IconButton>
  </Flex>
)
