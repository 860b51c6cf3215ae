import { useEffect, useState } from 'react'

/** Follows a value, at most once in so many milliseconds: at once after a quiet time, else as soon as they are over. */
export const usePaced = <V>(value: V, waitMs: number): V => {
  const [taken, setTaken] = useState(() => ({ value, at: Date.now() }))
  useEffect(() => {
    if (value === taken.value) return
    const left = Math.max(0, taken.at + waitMs - Date.now())
    const timer = setTimeout(() => setTaken({ value, at: Date.now() }), left)
    return () => clearTimeout(timer)
  }, [value, waitMs, taken])
  return taken.value
}
