import { chakra } from '@chakra-ui/react'
import { ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { limits } from '#schema/limits.ts'

const isInspection = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  key === 'F12' || ((ctrlKey || metaKey) && shiftKey && ['i', 'j'].includes(key.toLowerCase()))

/** There a right click pastes, and corrects what is spelt wrong. */
const isField = ({ target }: Event) => target instanceof Element && target.matches('input, textarea')

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
    const onMenu = (event: Event) => {
      if (!isField(event)) block(event)
    }
    document.addEventListener('contextmenu', onMenu)
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('contextmenu', onMenu)
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

/** Said at the head of the window, over photos and over the viewer, and gone by itself. */
export const PassingNotice = chakra('div', {
  base: {
    position: 'fixed',
    top: '20',
    insetInline: '4',
    marginInline: 'auto',
    maxWidth: 'form',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    padding: '3',
    background: 'stage',
    color: 'stage.ink',
    borderRadius: 'control',
    boxShadow: 'lifted',
    zIndex: 'toast',
  },
})

export const ProtectionNotice = () => (
  <PassingNotice role="alert">
    <ShieldCheck size={18} aria-hidden />
    Screenshots and downloads are protected
  </PassingNotice>
)
