import { toast } from '#frontend/ui/toast.tsx'

/**
 * Puts a private link on the clipboard, and says so. `false` where the browser did not allow it: Safari does only within
 * a press, and no more once the link has come from the server.
 */
export const copyLink = async (link: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(link)
    toast({ kind: 'success', title: 'Link copied!', description: 'Proof session link copied to clipboard.' })
    return true
  } catch {
    toast({ title: 'Link not copied', description: 'Your browser did not allow it. You can copy it by hand.' })
    return false
  }
}
