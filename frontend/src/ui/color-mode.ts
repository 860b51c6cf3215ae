import { useSyncExternalStore } from 'react'
import * as z from 'zod'

const ColorMode = z.enum(['system', 'light', 'dark'])
type ColorMode = z.infer<typeof ColorMode>

const storageKey = 'color_mode'
const listeners = new Set<() => void>()

const storedMode = (): ColorMode => ColorMode.catch('system').parse(localStorage.getItem(storageKey))

/** Puts the stored choice on the root; without one the system's preference stands. Called before the first render. */
export const applyColorMode = () => {
  const mode = storedMode()
  if (mode === 'system') delete document.documentElement.dataset.colorMode
  else document.documentElement.dataset.colorMode = mode
}

const setColorMode = (mode: ColorMode) => {
  if (mode === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, mode)
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
const isDarkNow = () => (storedMode() === 'system' ? matchMedia(darkSystem).matches : storedMode() === 'dark')

/** What is shown now, and the switch: choosing what the system prefers anyway forgets the choice. */
export const useColorMode = () => {
  const isDark = useSyncExternalStore(subscribe, isDarkNow)
  const toggle = () => {
    const next = isDark ? 'light' : 'dark'
    setColorMode(matchMedia(darkSystem).matches === (next === 'dark') ? 'system' : next)
  }
  return { isDark, toggle }
}
