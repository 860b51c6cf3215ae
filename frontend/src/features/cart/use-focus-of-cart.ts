import { useLayoutEffect, useRef } from 'react'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'

/**
 * What is taken out takes its button along, and with it the focus. The next such button has it then, or else what says
 * how many are left.
 */
export const useFocusOfCart = (items: readonly CartItem[]) => {
  const list = useRef<HTMLDivElement>(null)
  const standing = useRef<HTMLSpanElement>(null)
  const removal = useRef<{ next: HTMLElement | undefined }>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each cart that is drawn.
  useLayoutEffect(() => {
    const { next = standing.current } = removal.current ?? {}
    if (removal.current && document.activeElement === document.body) next?.focus({ preventScroll: true })
    removal.current = undefined
  }, [items])
  const noteRemoval = (pressed: HTMLElement) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])]
    const at = buttons.indexOf(pressed)
    // Whoever points stays where they look, and the next key scrolls.
    if (pressed.matches(':focus-visible')) removal.current = { next: at < 0 ? undefined : buttons[at + 1] }
  }
  return { list, standing, noteRemoval }
}
