import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useStable } from '#frontend/ui/use-stable.ts'

type Changes = Readonly<Record<string, string | undefined>>

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
  const change = (changes: Changes, { replace = false }: { replace?: boolean } = {}) => {
    const next = new URLSearchParams(asked.get(location) ?? search)
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    asked.set(location, next)
    setSearch(next, { replace })
  }
  return { read: (name: string) => search.get(name) ?? '', change }
}

/** A value of a control's own, which follows the address when that changes by itself, and what it handed on last. */
const useFollowing = (value: string) => {
  const [own, setOwn] = useState(value)
  const handedOn = useRef(value)
  useEffect(() => {
    if (value === handedOn.current) return
    handedOn.current = value
    setOwn(value)
  }, [value])
  return { own, setOwn, handedOn }
}

/** What is chosen counts at once: on a slow phone the address may follow seconds later. */
export const useChosen = (value: string, onChoose: (chosen: string) => void) => {
  const { own, setOwn, handedOn } = useFollowing(value)
  const choose = (chosen: string) => {
    handedOn.current = chosen
    setOwn(chosen)
    onChoose(chosen)
  }
  return [own, choose] as const
}

const typingPauseMs = 300

/** A text box whose value is handed on when typing pauses. */
export const useTyped = (value: string, onPause: (text: string) => void) => {
  const { own: text, setOwn: setText, handedOn } = useFollowing(value)
  const pause = useStable(onPause)

  useEffect(() => {
    if (text === handedOn.current) return
    const timer = setTimeout(() => {
      handedOn.current = text
      pause(text)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, pause, handedOn])

  return [text, setText] as const
}
