import { toast } from '#frontend/ui/toast.tsx'

/** Puts a private link on the clipboard, and says so. */
export const copyLink = async (link: string) => {
  try {
    await navigator.clipboard.writeText(link)
    toast({ kind: 'success', title: 'Link copied!', description: 'Proof session link copied to clipboard.' })
  } catch {
    toast({ title: 'Link not copied', description: 'Your browser did not allow it.' })
  }
}
