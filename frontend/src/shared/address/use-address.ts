import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useStable } from '#frontend/ui/use-stable.ts'

type Changes = Readonly<Record<string, string | undefined>>
/** `mark` is kept with the new step of the history, beside what the page was opened with. */
type How = { replace?: boolean; mark?: Readonly<Record<string, unknown>> }

/**
 * What was last asked for from a location that is still shown. The router renders a new address when it finds the time,
 * and hands out the old one until then: a second change would undo the first.
 */
const asked = new WeakMap<object, URLSearchParams>()

/**
 * State that lives in the address, so that back, reload and a sent link lose nothing. An `undefined` or empty value
 * leaves the address. `replace` keeps the history short while typing.
 */
export const useAddress = () => {
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const change = (changes: Changes, { replace = false, mark }: How = {}) => {
    const next = new URLSearchParams(asked.get(location) ?? search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    asked.set(location, next)
    // What the page was opened with, for example where somebody was sent to sign in from, holds for all its states.
    setSearch(next, { replace, state: mark ? { ...location.state, ...mark } : location.state })
  }
  return { read: (name: string) => search.get(name) ?? '', change }
}

/** A choice takes effect at once: on a slow phone, the router may take seconds to render the new address. */
export const useChosen = (value: string, onChoose: (chosen: string) => void) => {
  const [ahead, setAhead] = useState<string>()
  // The address has caught up, or leads elsewhere.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what counts.
  useEffect(() => setAhead(undefined), [value])
  useEffect(() => {
    // Whoever goes back before the choice was rendered sees no other value, and may never have.
    const goBack = () => setAhead(undefined)
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [])
  const choose = (chosen: string) => {
    setAhead(chosen)
    onChoose(chosen)
  }
  return [ahead ?? value, choose] as const
}

const typingPauseMs = 300

/**
 * A text box whose value is handed on when typing pauses or something is pressed; follows the address when that changes
 * by itself.
 */
export const useTyped = (value: string, onPause: (text: string) => void) => {
  const [text, setText] = useState(value)
  const handedOn = useRef(value)
  const pause = useStable(onPause)

  useEffect(() => {
    // Blanks around it may have been left out: another word is about to follow.
    if (value === handedOn.current || value === handedOn.current.trim()) return
    handedOn.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === handedOn.current) return
    const handOn = () => {
      stop()
      handedOn.current = text
      pause(text)
    }
    const timer = setTimeout(handOn, typingPauseMs)
    // Before a link that is pressed is followed: handed on after it, while its page is still on its way, the text would
    // lead back here.
    addEventListener('click', handOn, { capture: true })
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('click', handOn, { capture: true })
    }
    return stop
  }, [text, pause])

  return [text, setText] as const
}
