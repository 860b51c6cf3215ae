/**
 * Calls `look` when another tab may have changed what the browser keeps under a key, until the answered function is called.
 */
export const followStorage = (key: string, look: () => void): (() => void) => {
  // Another tab wrote it, or emptied the storage (key null).
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) look()
  }
  addEventListener('storage', onStorage)
  // A page that Back brings back as it was left, or that slept behind others, has heard of nothing meanwhile.
  addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', look)
    document.removeEventListener('visibilitychange', look)
  }
}
