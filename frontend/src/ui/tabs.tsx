import { Tabs as ChakraTabs, defineSlotRecipe } from '@chakra-ui/react'
import type { ReactNode } from 'react'

const recipe = defineSlotRecipe({
  slots: ['root', 'list', 'trigger', 'content', 'indicator', 'contentGroup'],
  base: {
    root: { width: 'full' },
    list: {
      display: 'flex',
      gap: '6',
      borderBottomWidth: '1px',
      borderColor: 'line',
      overflowX: 'auto',
      scrollbarWidth: 'none',
    },
    trigger: {
      minHeight: '11',
      whiteSpace: 'nowrap',
      color: 'ink.muted',
      borderBottomWidth: '2px',
      borderColor: 'transparent',
      marginBottom: '-1px',
      cursor: 'pointer',
      _selected: { color: 'ink', borderColor: 'accent.text' },
      _focusVisible: { outline: '2px solid', outlineColor: 'accent.text', outlineOffset: '-2px' },
    },
    content: { paddingTop: '8', outline: 'none' },
  },
})

export type Tab = { value: string; label: ReactNode; content: ReactNode }

type TabsProps = { label: string; tabs: readonly Tab[]; value: string; onChange: (value: string) => void }

/** Tabs whose choice lives with the caller (usually in the address). Only the open panel is mounted. */
export const Tabs = ({ label, tabs, value, onChange }: TabsProps) => (
  <ChakraTabs.Root
    recipe={recipe}
    value={value}
    onValueChange={(change) => onChange(change.value)}
    lazyMount
    unmountOnExit
  >
    <ChakraTabs.List aria-label={label}>
      {tabs.map((tab) => (
        <ChakraTabs.Trigger key={tab.value} value={tab.value}>
          {tab.label}
        </ChakraTabs.Trigger>
      ))}
    </ChakraTabs.List>
    {tabs.map((tab) => (
      <ChakraTabs.Content key={tab.value} value={tab.value}>
        {tab.content}
      </ChakraTabs.Content>
    ))}
  </ChakraTabs.Root>
)
