import { Ellipsis } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#frontend/ui/button.tsx'

/** Opens a card's menu, and stands in its place until that is loaded. */
export const MoreButton = (props: ComponentProps<typeof Button>) => (
  <Button size="sm" {...props}>
    <Ellipsis aria-hidden />
    More
  </Button>
)
