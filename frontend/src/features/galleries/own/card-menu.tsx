import { ChartNoAxesColumn, Heart, type LucideIcon, Mail } from 'lucide-react'
import { Menu } from '#frontend/ui/menu.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { addresses, paths } from '#schema/paths.ts'
import { MoreButton } from './more-button.tsx'

const entry = (Icon: LucideIcon, text: string) => (
  <>
    <Icon size={17} aria-hidden />
    {text}
  </>
)

/** What a gallery's visitors left and did. */
export const CardMenu = ({
  gallery,
  startsOpen,
  onVisitors,
}: {
  gallery: OwnGallery
  startsOpen: boolean
  onVisitors: () => void
}) => (
  <Menu
    startsOpen={startsOpen}
    trigger={<MoreButton aria-label={`More of ${gallery.title}`} />}
    label={`More of ${gallery.title}`}
    entries={[
      { kind: 'link', label: entry(Heart, 'Favourites'), to: addresses.favouritesOfGallery(gallery.id) },
      { kind: 'action', label: entry(Mail, 'Visitors'), onSelect: onVisitors },
      { kind: 'link', label: entry(ChartNoAxesColumn, 'Activity'), to: paths.activity({ galleryId: gallery.id }) },
    ]}
  />
)
