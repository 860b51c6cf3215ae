import { useEffect, useLayoutEffect, useRef } from 'react'
import { focusHeading } from '#frontend/ui/focus-heading.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'

/**
 * The bar for chosen photos goes away with the last tick, and the focus with it. The first photo that was ticked has it
 * then, or else the gallery's name. Who points is not led there: they stay where they look.
 */
export const useFocusAfterChoice = (photos: readonly OwnPhoto[], chosen: readonly OwnPhoto[]) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const tiles = useRef<HTMLUListElement>(null)
  const before = useRef<readonly OwnPhoto[]>([])
  const isByPointer = useRef(false)
  useEffect(() => {
    const note = ({ type }: Event) => {
      isByPointer.current = type === 'pointerdown'
    }
    addEventListener('keydown', note, true)
    addEventListener('pointerdown', note, true)
    return () => {
      removeEventListener('keydown', note, true)
      removeEventListener('pointerdown', note, true)
    }
  }, [])
  useLayoutEffect(() => {
    const were = new Set(before.current.map(({ id }) => id))
    before.current = chosen
    if (were.size === 0 || chosen.length > 0 || document.activeElement !== document.body || isByPointer.current) return
    const tile = tiles.current?.children[photos.findIndex(({ id }) => were.has(id))]
    const box = tile?.querySelector('input')
    if (box) box.focus()
    else if (heading.current) focusHeading(heading.current)
  })
  return { heading, tiles }
}
