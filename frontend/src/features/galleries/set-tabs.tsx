import { chakra } from '@chakra-ui/react'
import { memo, useEffect, useRef } from 'react'
import type { SetId } from '#schema/ids.ts'
import type { WallGallery } from './queries.ts'

/** One row, moved sideways with a thumb where it is wider than the screen. */
const Bar = chakra('div', {
  base: {
    display: 'flex',
    gap: { base: '5', md: '7' },
    marginTop: '8',
    marginBottom: '-2',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    borderBottomWidth: '1px',
    borderColor: 'line',
  },
})
const Tab = chakra('button', {
  base: {
    flexShrink: 0,
    minHeight: '11',
    maxWidth: '75vw',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: 'ink.muted',
    borderBottomWidth: '2px',
    borderColor: 'transparent',
    cursor: 'pointer',
    _pressed: { color: 'ink', borderColor: 'accent.text' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent.text', outlineOffset: '-2px' },
  },
})

type SetTabsProps = {
  sets: WallGallery['sets']
  /** `undefined` for all photos. */
  shown: SetId | undefined
  onShow: (set: SetId | undefined) => void
}

/** The sets of a gallery above its photos; nothing where there are none. */
export const SetTabs = memo(({ sets, shown, onShow }: SetTabsProps) => {
  const bar = useRef<HTMLDivElement>(null)
  // Whoever comes by a link to the last of many sees it chosen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another set is what moves the row.
  useEffect(() => {
    const chosen = bar.current?.querySelector<HTMLElement>('[aria-pressed=true]')
    if (!bar.current || !chosen) return
    const middle = chosen.offsetLeft - bar.current.offsetLeft + chosen.offsetWidth / 2
    bar.current.scrollLeft = middle - bar.current.clientWidth / 2
  }, [shown])
  if (sets.length === 0) return null
  return (
    <Bar ref={bar} role="group" aria-label="Sets">
      {[{ id: undefined, name: 'All' }, ...sets].map(({ id, name }) => (
        <Tab key={id ?? ''} type="button" aria-pressed={id === shown} onClick={() => onShow(id)}>
          {name}
        </Tab>
      ))}
    </Bar>
  )
})
