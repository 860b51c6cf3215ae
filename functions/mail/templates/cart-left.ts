import { formatCount } from '#schema/counts.ts'
import { siteName } from '#schema/site-name.ts'
import { mailContents } from '../mail-contents.ts'
import { listed } from './listed.ts'
import { button, mail, note, text } from './markup.ts'
import { londonTime } from './proof-invitation.ts'
import { template } from './template.ts'

const counted = (photos: number, wholes: number): string =>
  [
    ...(wholes > 0 ? [wholes === 1 ? 'a whole gallery' : `${formatCount(wholes)} whole galleries`] : []),
    ...(photos > 0 ? [photos === 1 ? 'one photo' : `${formatCount(photos)} photos`] : []),
  ].join(' and ')

/** To who asked for it at the checkout and did not buy within a day; once. */
export const cartLeft = template(
  mailContents['cart-left'],
  ({ accent, logo, photographerNames, titles, moreTitles, photos, wholes, link, until }) => {
    const from = listed(
      titles.map((title) => `“${title}”`),
      moreTitles,
    )
    const is = photos + wholes === 1 ? 'is' : 'are'
    const names = listed(photographerNames, 0)
    return mail(
      'Your cart is waiting for you',
      [
        text(
          `Hello, you asked to be reminded: ${counted(photos, wholes)} of ${from} by ${names} ${is} still in your cart.`,
        ),
        button('Open my cart', link),
        note(
          `You asked for this at the checkout, and we write it once. The link works until ${londonTime(until)}; a private gallery asks for its code again.`,
        ),
      ],
      { accent, logo, name: photographerNames.length === 1 ? names : siteName },
    )
  },
)
