let isPlanned = false
/** The page is about to be left for something that comes back to it: the browser need not ask, until it is back. */
export const leavingOnPurpose = () => {
  isPlanned = true
  const isBack = () => {
    isPlanned = false
  }
  addEventListener('pageshow', isBack, { once: true })
}

/** Lets the browser ask before the tab is closed over something that would be lost; returns how to stop. */
export const warnBeforeUnload = () => {
  const onUnload = (event: BeforeUnloadEvent) => {
    if (!isPlanned) event.preventDefault()
  }
  addEventListener('beforeunload', onUnload)
  return () => removeEventListener('beforeunload', onUnload)
}
