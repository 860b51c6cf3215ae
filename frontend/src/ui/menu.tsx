import { Menu as ChakraMenu, defineSlotRecipe } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from './link.tsx'

const recipe = defineSlotRecipe({
  slots: [
    'trigger',
    'positioner',
    'content',
    'item',
    'itemText',
    'separator',
    'itemGroup',
    'itemGroupLabel',
    'indicator',
  ],
  base: {
    content: {
      minWidth: '48',
      paddingBlock: '1.5',
      background: 'surface',
      color: 'ink',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'control',
      boxShadow: 'lifted',
      outline: 'none',
      zIndex: 'popover',
    },
    item: {
      display: 'flex',
      alignItems: 'center',
      gap: '2.5',
      minHeight: '10',
      paddingInline: '4',
      cursor: 'pointer',
      _highlighted: { background: 'sunken' },
      _disabled: { opacity: 0.5 },
    },
    separator: { height: '1px', background: 'line', marginBlock: '1.5' },
  },
})

type MenuEntry =
  | { kind: 'link'; label: ReactNode; to: string }
  | { kind: 'action'; label: ReactNode; onSelect: () => void }

type MenuProps = {
  trigger: ReactElement
  label: string
  entries: readonly MenuEntry[]
  /** Open from the first: its button was pressed before its code had come. */
  startsOpen?: boolean
}

/** A button that opens a list of links and actions. */
export const Menu = ({ trigger, label, entries, startsOpen = false }: MenuProps) => (
  // Fixed, so that a card that clips what is in it does not clip the list.
  <ChakraMenu.Root
    recipe={recipe}
    defaultOpen={startsOpen}
    positioning={{ placement: 'bottom-end', strategy: 'fixed' }}
  >
    <ChakraMenu.Trigger asChild>{trigger}</ChakraMenu.Trigger>
    {/* Where the button is, not at the end of the page: within a landmark, and next in the order of reading. */}
    <ChakraMenu.Positioner>
      <ChakraMenu.Content aria-label={label}>
        {entries.map((entry, index) =>
          entry.kind === 'link' ? (
            <ChakraMenu.Item key={entry.to} value={entry.to} asChild>
              <Link to={entry.to}>{entry.label}</Link>
            </ChakraMenu.Item>
          ) : (
            <ChakraMenu.Item
              key={`action-${String(index)}`}
              value={`action-${String(index)}`}
              onSelect={entry.onSelect}
            >
              {entry.label}
            </ChakraMenu.Item>
          ),
        )}
      </ChakraMenu.Content>
    </ChakraMenu.Positioner>
  </ChakraMenu.Root>
)
