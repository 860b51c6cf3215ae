import { Tabs as ChakraTabs, defineSlotRecipe } from '@chakra-ui/react'
import { type ReactNode, useEffect, useRef } from 'react'

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
      // What does not fit fades out, which says that there is more.
      maskImage: { base: 'linear-gradient(to right, black calc(100% - 2.5rem), transparent)', md: 'none' },
      paddingInlineEnd: { base: '10', md: '0' },
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

type Tab = { value: string; label: ReactNode; content: ReactNode }

type TabsProps = { label: string; tabs: readonly Tab[]; value: string; onChange: (value: string) => void }

const fadePx = 40

/** Brings the open tab into a row that is wider than the screen, without moving the page. */
const useOpenTabInView = (value: string) => {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is what moves the row.
  useEffect(() => {
    const row = list.current
    const open = row?.querySelector<HTMLElement>('[aria-selected=true]')
    if (!row || !open) return
    const start = open.offsetLeft - row.offsetLeft
    const isInView = start >= row.scrollLeft && start + open.offsetWidth <= row.scrollLeft + row.clientWidth - fadePx
    if (!isInView) row.scrollLeft = start - fadePx
  }, [value])
  return list
}

/** Tabs whose choice lives with the caller (usually in the address). Only the open panel is mounted. */
export const Tabs = ({ label, tabs, value, onChange }: TabsProps) => {
  const list = useOpenTabInView(value)
  return (
    <ChakraTabs.Root
      recipe={recipe}
      value={value}
      onValueChange={(change) => onChange(change.value)}
      lazyMount
      unmountOnExit
    >
      <ChakraTabs.List ref={list} aria-label={label}>
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
}
