let isPlanned = false
/** The page is about to be left for something that comes back to it: what is kept until then need not be asked about. */
export const leavingOnPurpose = () => {
  isPlanned = true
  const isBack = () => {
    isPlanned = false
  }
  addEventListener('pageshow', isBack, { once: true })
}

/**
 * Lets the browser ask before the tab is closed over something that would be lost; returns how to stop.
 * @param isKept Whether it is there again when one comes back. Usually it is.
 */
export const warnBeforeUnload = ({ isKept = true } = {}) => {
  const onUnload = (event: BeforeUnloadEvent) => {
    if (!isPlanned || !isKept) event.preventDefault()
  }
  addEventListener('beforeunload', onUnload)
  return () => removeEventListener('beforeunload', onUnload)
}
