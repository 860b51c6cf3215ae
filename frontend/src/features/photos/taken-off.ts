import { countOf } from '#frontend/shared/format/counts.ts'
import { toast } from '#frontend/ui/toast.tsx'

/** A message that offers to take something back stands 12 s, and may wait 0.8 s until an error has been seen. */
const offeredMs = 12_800

/** `of`: the list it was taken off. */
type TakenOff = { readonly of: unknown; readonly count: number; readonly bringBack: () => void }
let last: (TakenOff & { readonly untilMs: number }) | undefined

/**
 * Says what was taken off a list, and offers to have it back. What was taken off it before, and can still be had back, comes with it: one message
 * stands at a time, and this one takes the place of the other.
 */
export const tellTakenOff = (what: string, { of, count, bringBack }: TakenOff) => {
  const before = last && last.of === of && Date.now() < last.untilMs ? last : undefined
  const all = count + (before?.count ?? 0)
  const act = () => {
    last = undefined
    before?.bringBack()
    bringBack()
  }
  last = { of, count: all, bringBack: act, untilMs: Date.now() + offeredMs }
  toast({
    kind: 'info',
    title: `${before ? countOf(all, 'photo') : what} taken off the list`,
    action: { label: 'Undo', act },
  })
}

let next: ReturnType<typeof setTimeout> | undefined
/** Says news of a list, which nobody has just pressed for, once it takes no Undo away; the latest alone. */
export const sayNews = (of: unknown, say: () => void): void => {
  clearTimeout(next)
  const waitMs = last && last.of === of ? last.untilMs - Date.now() : 0
  if (waitMs > 0) next = setTimeout(() => sayNews(of, say), waitMs)
  else say()
}
