import { countOf } from '#frontend/shared/format/counts.ts'
import { isOffered, type ToastAction, toast } from '#frontend/ui/toast.tsx'

/** `of`: the list it was taken off. `waits`: a row that comes back does not go on by itself. */
type TakenOff = { readonly of: unknown; readonly count: number; readonly bringBack: (waits?: boolean) => void }
/** What the last message said; another one takes its place. */
let last: (TakenOff & { readonly action: ToastAction }) | undefined

/**
 * Says what was taken off a list, and offers to have it back. What was taken off it before, and can still be had back, comes with it: one message
 * stands at a time, and this one takes the place of the other. Since that was a while ago, its file may have been chosen again and arrived: it waits.
 */
export const tellTakenOff = (what: string, { of, count, bringBack }: TakenOff) => {
  const before = last && last.of === of && isOffered(last.action) ? last : undefined
  const all = count + (before?.count ?? 0)
  const back = (waits?: boolean) => {
    before?.bringBack(true)
    bringBack(waits)
  }
  const action = { label: 'Undo', act: () => back() }
  last = { of, count: all, bringBack: back, action }
  toast({ kind: 'info', title: `${before ? countOf(all, 'photo') : what} taken off the list`, action })
}

/** The worst last: it stands longest. */
const kinds = ['offline', 'settled', 'failed'] as const
type Kind = (typeof kinds)[number]
const waiting = new Map<Kind, () => void>()
/** The list that the news is of. */
let newsOf: unknown
/** How often it is asked whether Undo is offered still, and how long one piece of news stands before the next. */
const lookMs = 1_000
const readMs = 3_000

let next: ReturnType<typeof setTimeout> | undefined
const sayNext = () => {
  const isHeld = last && isOffered(last.action)
  const kind = kinds.find((each) => waiting.has(each))
  const say = kind && !isHeld && waiting.get(kind)
  if (say) waiting.delete(kind)
  next = waiting.size > 0 ? setTimeout(sayNext, isHeld ? lookMs : readMs) : undefined
  if (say) say()
}
/** Says news of a list, which nobody has just pressed for, once it takes no Undo away: the latest of each kind. */
export const sayNews = (of: unknown, kind: Kind, say: () => void): void => {
  if (of !== newsOf) {
    // Whoever the other list belongs to has left.
    waiting.clear()
    clearTimeout(next)
    next = undefined
    newsOf = of
  }
  waiting.set(kind, say)
  if (!next) sayNext()
}
