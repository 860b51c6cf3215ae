import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { toast } from '#frontend/ui/toast.tsx'

type Shared = {
  title: string
  /** Where the link leads, on this site. */
  path: string
  /** What it opens, said once it lies on the clipboard. */
  opens: string
}

const copy = async (address: string, opens: string) => {
  try {
    await navigator.clipboard.writeText(address)
    toast({ kind: 'success', title: 'Link copied!', description: opens })
  } catch {
    toast({ title: 'Link not copied', description: 'Your browser did not allow it.' })
  }
}

/**
 * Shares a link by the device's own share sheet where there is one, otherwise copies it to the clipboard. Both are
 * allowed only where somebody has just pressed something.
 * Some browsers have no `navigator.share`, and it rejects with `AbortError` when the sheet is closed:
 * https://developer.mozilla.org/en-US/docs/Web/API/Navigator/share
 */
export const shareLink = async ({ title, path, opens }: Shared): Promise<void> => {
  const { href: url } = new URL(path, location.origin)
  if (typeof navigator.share !== 'function') return copy(url, opens)
  try {
    await navigator.share({ title, url })
  } catch (thrown) {
    const name = errorName(thrown)
    if (name === 'AbortError') return
    logWarning('not_shared', { error: name })
    await copy(url, opens)
  }
}
