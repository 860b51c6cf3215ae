import { useLayoutEffect, useRef } from 'react'
import { focusHeading } from '#frontend/ui/focus-heading.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'

/**
 * The bar for chosen photos goes away with the last tick, and the focus with it. The first photo that was ticked has it
 * then, or else the gallery's name. Only who chose with keys is led there: others go on where they look.
 */
export const useFocusAfterChoice = (photos: readonly OwnPhoto[], chosen: readonly OwnPhoto[]) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const tiles = useRef<HTMLUListElement>(null)
  const before = useRef<readonly OwnPhoto[]>([])
  const isByKey = useRef(false)
  useLayoutEffect(() => {
    const were = new Set(before.current.map(({ id }) => id))
    before.current = chosen
    if (chosen.length > 0) isByKey.current = document.activeElement?.matches(':focus-visible') === true
    if (were.size === 0 || chosen.length > 0 || document.activeElement !== document.body) return
    const tile = tiles.current?.children[photos.findIndex(({ id }) => were.has(id))]
    const box = tile?.querySelector('input')
    if (box) box.focus({ preventScroll: !isByKey.current })
    else if (heading.current) focusHeading(heading.current)
  })
  return { heading, tiles }
}
