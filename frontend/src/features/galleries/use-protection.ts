import { useEffect, useState } from 'react'
import { limits } from '#schema/limits.ts'

const isInspection = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  key === 'F12' || ((ctrlKey || metaKey) && shiftKey && ['i', 'j'].includes(key.toLowerCase()))

/**
 * Blocks right click and the keys of the developer tools, and tells for three seconds that photos are protected. It
 * only deters: what protects a photo is that its mark is burned in and that the original never leaves storage unsold.
 */
export const useProtection = () => {
  const [blockedAt, setBlockedAt] = useState(0)

  useEffect(() => {
    const block = (event: Event) => {
      event.preventDefault()
      setBlockedAt(Date.now())
    }
    const onKey = (event: KeyboardEvent) => {
      if (isInspection(event)) block(event)
    }
    document.addEventListener('contextmenu', block)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('contextmenu', block)
      document.removeEventListener('keydown', onKey, true)
    }
  }, [])

  useEffect(() => {
    if (blockedAt === 0) return
    const timer = setTimeout(() => setBlockedAt(0), limits.gallery.protectionNoticeMs)
    return () => clearTimeout(timer)
  }, [blockedAt])

  return blockedAt > 0
}
