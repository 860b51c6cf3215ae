import { Menu as ChakraMenu, Portal } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Link } from './link.tsx'

export type MenuEntry =
  | { kind: 'link'; label: ReactNode; to: string }
  | { kind: 'action'; label: ReactNode; onSelect: () => void }

/** A button that opens a list of links and actions. */
export const Menu = ({
  trigger,
  label,
  entries,
}: {
  trigger: ReactElement
  label: string
  entries: readonly MenuEntry[]
}) => (
  <ChakraMenu.Root positioning={{ placement: 'bottom-end' }}>
    <ChakraMenu.Trigger asChild>{trigger}</ChakraMenu.Trigger>
    <Portal>
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
    </Portal>
  </ChakraMenu.Root>
)
