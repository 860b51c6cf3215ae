import { useSyncExternalStore } from 'react'
import { applyColorMode, type ColorMode, storeColorMode, storedColorMode } from './stored-color-mode.ts'

const listeners = new Set<() => void>()

/** What the page that is shown is drawn in where nobody chose: a photographer's ground, or as the system is set. */
let usual: 'light' | 'dark' | undefined
export const setUsualScheme = (scheme: 'light' | 'dark' | undefined) => {
  const tell = (next: typeof usual) => {
    usual = next
    for (const listener of listeners) listener()
  }
  tell(scheme)
  return () => tell(undefined)
}

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
const isUsuallyDark = () => (usual === undefined ? matchMedia(darkSystem).matches : usual === 'dark')
const isDarkNow = () => (storedColorMode() === 'system' ? isUsuallyDark() : storedColorMode() === 'dark')

/** The style sheet follows the system by itself; only the switch has to wait for the browser. */
const isDarkOnServer = () => false

/** What is shown now, and the switch: choosing what would be shown anyway forgets the choice. */
export const useColorMode = () => {
  const isDark = useSyncExternalStore(subscribe, isDarkNow, isDarkOnServer)
  const toggle = () => {
    const next = isDark ? 'light' : 'dark'
    setColorMode(isUsuallyDark() === (next === 'dark') ? 'system' : next)
  }
  return { isDark, toggle }
}
