import { Tabs as ChakraTabs } from '@chakra-ui/react'
import type { ReactNode } from 'react'

export type Tab = { value: string; label: ReactNode; content: ReactNode }

type TabsProps = { label: string; tabs: readonly Tab[]; value: string; onChange: (value: string) => void }

/** Tabs whose choice lives with the caller (usually in the address). Only the open panel is mounted. */
export const Tabs = ({ label, tabs, value, onChange }: TabsProps) => (
  <ChakraTabs.Root value={value} onValueChange={(change) => onChange(change.value)} lazyMount unmountOnExit>
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
