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

const typingPauseMs = 300

/** A text box whose value is handed on when typing pauses; follows the address when that changes by itself. */
export const useTyped = (value: string, onPause: (text: string) => void) => {
  const [text, setText] = useState(value)
  const handedOn = useRef(value)
  const pause = useStable(onPause)

  useEffect(() => {
    if (value === handedOn.current) return
    handedOn.current = value
    setText(value)
  }, [value])

  useEffect(() => {
    if (text === handedOn.current) return
    const timer = setTimeout(() => {
      handedOn.current = text
      pause(text)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [text, pause])

  return [text, setText] as const
}
