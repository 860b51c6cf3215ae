/** `system` where no choice was made. */
export type ColorMode = 'system' | 'light' | 'dark'

const storageKey = 'color_mode'

export const storedColorMode = (): ColorMode => {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export const storeColorMode = (mode: ColorMode) => {
  if (mode === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, mode)
}

/** Puts the stored choice on the root; without one the system's preference stands. Called before anything is drawn. */
export const applyColorMode = () => {
  const mode = storedColorMode()
  if (mode === 'system') delete document.documentElement.dataset.colorMode
  else document.documentElement.dataset.colorMode = mode
}
