import { chakra } from '@chakra-ui/react'
import type { ShownLogo } from '#schema/entities/brand.ts'

/** The room that a logo has: a wide one is as wide as this, a high one as high. */
const rooms = {
  usual: { width: 280, height: 64 },
  small: { width: 200, height: 44 },
} as const

/** In pixels of the page, never larger than the file. */
const sizeIn = ({ width, height }: ShownLogo, room: (typeof rooms)[keyof typeof rooms]) =>
  Math.round(width * Math.min(1, room.width / width, room.height / height))

const Image = chakra('img', { base: { display: 'block', maxWidth: 'full', height: 'auto' } })

type BrandLogoProps = {
  logo: ShownLogo
  /** Whose it is: said where it is not seen. */
  name: string
  room?: keyof typeof rooms
  margin?: 'auto'
}

/** A photographer's logo; its room is reserved before it has come. */
export const BrandLogo = ({ logo, name, room = 'usual', margin }: BrandLogoProps) => (
  <Image
    src={logo.url}
    alt={name}
    width={logo.width}
    height={logo.height}
    decoding="async"
    marginInline={margin}
    style={{ width: sizeIn(logo, rooms[room]), aspectRatio: `${String(logo.width)} / ${String(logo.height)}` }}
  />
)
