import { useSyncExternalStore } from 'react'
import { applyColorMode, type ColorMode, storeColorMode, storedColorMode } from './stored-color-mode.ts'

const listeners = new Set<() => void>()

const setColorMode = (mode: ColorMode) => {
  storeColorMode(mode)
  applyColorMode()
  for (const listener of listeners) listener()
}

const darkSystem = '(prefers-color-scheme: dark)'
const subscribe = (listener: () => void) => {
  const system = matchMedia(darkSystem)
  const onStorage = () => {
    applyColorMode()
    listener()
  }
  listeners.add(listener)
  system.addEventListener('change', listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
    removeEventListener('storage', onStorage)
  }
}
const isDarkNow = () => (storedColorMode() === 'system' ? matchMedia(darkSystem).matches : storedColorMode() === 'dark')

/** The style sheet follows the system by itself; only the switch has to wait for the browser. */
const isDarkOnServer = () => false

/** What is shown now, and the switch: choosing what the system prefers anyway forgets the choice. */
export const useColorMode = () => {
  const isDark = useSyncExternalStore(subscribe, isDarkNow, isDarkOnServer)
  const toggle = () => {
    const next = isDark ? 'light' : 'dark'
    setColorMode(matchMedia(darkSystem).matches === (next === 'dark') ? 'system' : next)
  }
  return { isDark, toggle }
}
