/** Pixels: what of a list is higher, a photo or a card that opens, can be pressed beside the toast that lies on it. */
const highPx = 96
/** Pixels between a toast and the edges of the window, or the control that it stands below. */
const gapPx = 8

type Control = { box: DOMRect; isOfTile: boolean }
/**
 * Where what can be pressed or typed into stands in the window. What lies in a tile or a row outside of it is not even
 * asked: a browser would lay out all the tiles that it has left alone there.
 */
const controlsInWindow = (region: HTMLElement): readonly Control[] => {
  const tiles = new Map<Element, boolean>()
  const isSeen = (tile: Element) => {
    const { top, bottom } = tile.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }
  return [...document.querySelectorAll('a, button, input, select, textarea')].flatMap((each) => {
    if (region.contains(each)) return []
    const tile = each.closest('li, article')
    if (tile && !tiles.has(tile)) tiles.set(tile, isSeen(tile))
    if (tile && !tiles.get(tile)) return []
    const box = each.getBoundingClientRect()
    return tile && box.height > highPx ? [] : [{ box, isOfTile: tile !== null }]
  })
}
/** Somebody points at the toast, or has the focus in it: they are about to press what it offers. */
export const isHeld = (region: HTMLElement): boolean =>
  region.matches(':hover') || region.contains(document.activeElement)
/**
 * At the top where it hides no button and no field, else at the foot, else below the first control that leaves it room.
 * A wall may leave none anywhere: then it hides none of the page itself, since tiles can be scrolled away from under it.
 * @param stays It has been read there already, and leaves its place only for one that hides less.
 */
export const settle = (region: HTMLElement, { stays = false } = {}): void => {
  const { top: now, left, right, height } = region.getBoundingClientRect()
  const controls = controlsInWindow(region).filter(({ box }) => box.left < right && box.right > left)
  const isFree = (top: number, of: readonly Control[]) =>
    of.every(({ box }) => box.bottom <= top || box.top >= top + height)
  if (stays && isFree(now, controls)) return
  region.style.removeProperty('top')
  region.removeAttribute('data-low')
  const atTop = region.getBoundingClientRect().top
  region.toggleAttribute('data-low', true)
  const atFoot = region.getBoundingClientRect().top
  const first = stays ? now : atTop
  const below = controls.map(({ box }) => box.bottom + gapPx).sort((a, b) => a - b)
  const tops = [first, atTop, atFoot, ...below.filter((top) => top > atTop && top < atFoot)]
  const firstFree = (of: readonly Control[]) => tops.find((top) => isFree(top, of))
  const stands = firstFree(controls) ?? firstFree(controls.filter(({ isOfTile }) => !isOfTile)) ?? first
  if (stands === atFoot) return
  region.removeAttribute('data-low')
  if (stands !== atTop) region.style.top = `${stands}px`
}
