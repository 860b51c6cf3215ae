import { Share2 } from 'lucide-react'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { IconButton } from '#frontend/ui/button.tsx'
import { toast } from '#frontend/ui/toast.tsx'

const copy = async (address: string) => {
  try {
    await navigator.clipboard.writeText(address)
    toast({ kind: 'success', title: 'Link copied!', description: 'It opens this very photo.' })
  } catch {
    toast({ title: 'Link not copied', description: 'Your browser did not allow it.' })
  }
}

/**
 * Shares a link by the device's own share sheet where there is one, otherwise copies it to the clipboard.
 * Some browsers have no `navigator.share`, and it rejects with `AbortError` when the sheet is closed:
 * https://developer.mozilla.org/en-US/docs/Web/API/Navigator/share
 */
const share = async (shared: { title: string; url: string }) => {
  if (typeof navigator.share !== 'function') return copy(shared.url)
  try {
    await navigator.share(shared)
  } catch (thrown) {
    const name = errorName(thrown)
    if (name === 'AbortError') return
    logWarning('not_shared', { error: name })
    await copy(shared.url)
  }
}

/** @param path Where the link leads, on this site. */
export const ShareButton = ({ title, path }: { title: string; path: string }) => (
  <IconButton
    label="Share this photo"
    variant="stage"
    size="sm"
    onClick={() => void share({ title, url: new URL(path, location.origin).href })}
  >
    <Share2 aria-hidden />
  </IconButton>
)
