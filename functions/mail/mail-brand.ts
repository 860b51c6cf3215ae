import type { Brand } from '#schema/entities/brand.ts'
import { logoPaths } from '#schema/logo-paths.ts'
import type { MailBrand } from './mail-contents.ts'

/** The room that a mail has for a logo, in pixels of its reader. */
const room = { width: 200, height: 60 }

const sizeIn = ({ width, height }: { width: number; height: number }) => {
  const scale = Math.min(1, room.width / width, room.height / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** What a mail shows of the photographer that it is sent for. */
export const mailBrandOf = (brand: Brand | null, siteUrl: string): MailBrand => ({
  accent: brand?.accent ?? null,
  logo: brand?.logo
    ? {
        url: siteUrl + logoPaths(brand.logo).mail,
        // Twice as large in the file, where it is large enough: screens of phones have the pixels.
        ...sizeIn({ width: brand.logo.width / 2, height: brand.logo.height / 2 }),
        isOnDark: brand.ground === 'dark',
      }
    : null,
})
