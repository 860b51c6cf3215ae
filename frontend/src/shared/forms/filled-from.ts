import { useEffect, useState } from 'react'

type Fields = Readonly<Record<string, unknown>>

/** What was not typed on since takes what was saved; what was stays as typed. */
const followed = <V extends Fields>(typed: V, before: V, after: V): V => {
  const untouched = Object.entries(after).filter(([name]) => typed[name] === before[name])
  return { ...typed, ...Object.fromEntries(untouched) }
}

/** Whether a field was changed in both places, and not to the same. */
const isContested = (typed: Fields, before: Fields, after: Fields): boolean =>
  Object.keys(after).some(
    (name) => after[name] !== before[name] && typed[name] !== before[name] && typed[name] !== after[name],
  )

type FilledFrom<T, V> = {
  /** As it is known now. */
  item: T
  fieldsOf: (item: T) => V
  typed: V
  /** What the fields held that were sent from here, if that made this version: nobody else has changed them. */
  sentFor?: (news: T) => V | undefined
  /** Takes over what was saved elsewhere. */
  onNews: (change: (typed: V) => V, news: T) => void
}

/**
 * The item that a form was filled from: one that is loaded anew behind it must not lend its version to old values. Its
 * news are taken over, unless one of them meets something typed here: then the old version stays, and saving is refused.
 */
export const useFilledFrom = <T extends { version: number }, V extends Fields>(parts: FilledFrom<T, V>) => {
  const { item, fieldsOf, typed, sentFor, onNews } = parts
  const [filled, setFilled] = useState(item)
  const follow = (news: T, before = fieldsOf(filled)) => {
    onNews((current) => followed(current, before, fieldsOf(news)), news)
    setFilled(news)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the coming of another version is what counts.
  useEffect(() => {
    if (item.version <= filled.version) return
    const sent = sentFor?.(item)
    if (sent || !isContested(typed, fieldsOf(filled), fieldsOf(item))) follow(item, sent)
  }, [item])
  return {
    version: filled.version,
    /** Goes on from what is saved, over whatever is typed; `before` is what the fields held that were sent, if any were. */
    follow,
  }
}
