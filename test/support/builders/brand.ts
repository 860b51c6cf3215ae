import type { MailBrand } from '#functions/mail/mail-contents.ts'
import type { Brand } from '#schema/entities/brand.ts'

const name = `${'a'.repeat(22)}/${'b'.repeat(22)}`

/** A colour and a logo, on dark pages. */
export const aBrand = (): Brand => ({
  accent: '#1f6f5c',
  ground: 'dark',
  typePair: 'house',
  logo: { name, width: 800, height: 200 },
})

/** What a mail shows of it. */
export const mailBrand: MailBrand = {
  accent: '#1f6f5c',
  logo: { url: `https://darkslide.test/logos/${name}.png`, width: 200, height: 50, isOnDark: true },
}
