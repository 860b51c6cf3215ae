import { Share2 } from 'lucide-react'
import { shareLink } from '#frontend/shared/links/share-link.ts'
import { IconButton } from '#frontend/ui/button.tsx'

/** @param path Where the link leads, on this site. */
export const ShareButton = ({ title, path }: { title: string; path: string }) => (
  <IconButton
    label="Share this photo"
    variant="stage"
    size="sm"
    onClick={() => void shareLink({ title, path, opens: 'It opens this very photo.' })}
  >
    <Share2 aria-hidden />
  </IconButton>
)
