import type * as z from 'zod'
import { formatDay } from '#frontend/shared/format/dates.ts'
import { dateOf, endOfDay } from '#frontend/shared/format/form-dates.ts'
import { priceOf, webPriceOf, webPriceText } from '#frontend/shared/forms/price.ts'
import type { OwnGallery, UpdateGallery } from '#schema/api/galleries.ts'
import type { CoverFocus, GalleryLook } from '#schema/entities/gallery-look.ts'
import { limits } from '#schema/limits.ts'
import { rowsOf, stepsOf, textOfSteps } from './price-steps.ts'

/** What can be changed of a gallery here, as the contract names it. Clocks are put right where its photos are looked at. */
type Body = Required<Omit<z.input<typeof UpdateGallery>, 'version' | 'clocks'>>
type Name = keyof Body

/** The focus is held as it is said: two values that are the same are equal. */
type Look = Pick<GalleryLook, 'coverStyle' | 'photoLayout' | 'photoSpacing'> &
  Pick<OwnGallery, 'photoOrder' | 'watermarkStrength'> &
  Record<'coverFocus', string>

/** What the fields of the form hold, by the contract's names. */
type Values = Record<
  Extract<
    Name,
    | 'title'
    | 'description'
    | 'pricePence'
    | 'webPence'
    | 'priceSteps'
    | 'wholePence'
    | 'clientEmail'
    | 'accessCode'
    | 'password'
    | 'watermarkText'
  >,
  string
> &
  Record<Extract<Name, 'expiresAt' | 'downloadLimit'>, string> &
  Look &
  Record<
    Extract<Name, 'isPublic' | 'asksEmail' | 'clientCanDownload' | 'clientCanComment' | 'watermarkEnabled' | 'numbers'>,
    boolean
  >
/** The settings of a gallery as its form holds them. */
export type GallerySettings = Values & { removePassword: boolean }

type Context = { gallery: OwnGallery; settings: GallerySettings }
type Setting<V, B> = {
  label: string
  of: (gallery: OwnGallery) => V
  /** How a value is said to whoever edits; the password is never known here. */
  say: (value: V) => string
  /** What is sent for it; `undefined` leaves it as it is. */
  toBody: (value: V, context: Context) => B | undefined
}

const quoted = (text: string) => (text === '' ? 'empty' : `“${text}”`)
const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')
const asItIs = <V>(value: V): V => value

const stepsSaid = (steps: string) =>
  rowsOf(steps)
    .map(({ from, percent }) => `${percent}% off from ${from}`)
    .join(', ')

const percent = (share: number) => `${String(Math.round(share * 100))}%`
/** "50% across, 33% down". */
export const focusText = ({ x, y }: CoverFocus): string => `${percent(x)} across, ${percent(y)} down`
/** The same as shares of the picture. */
export const focusOf = (text: string): CoverFocus => {
  const [x = 50, y = 50] = [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits))
  return { x: x / 100, y: y / 100 }
}

/** A day that was not touched keeps its minute. */
const expiryOf = (gallery: OwnGallery, day: string) => {
  if (day === '') return null
  return gallery.expiresAt && dateOf(gallery.expiresAt) === day ? gallery.expiresAt : endOfDay(day)
}

const isPast = (time: string | null): boolean => time !== null && Date.parse(time) <= Date.now()
/**
 * What a day that is past in the photographer's zone does to the gallery, before it is saved. It is not refused: an earlier
 * day closes a gallery on purpose.
 */
export const pastExpiryHint = (gallery: OwnGallery, day: string): string | false => {
  if (!isPast(expiryOf(gallery, day))) return false
  return isPast(gallery.expiresAt) ? 'This leaves the gallery closed.' : 'This closes the gallery at once.'
}

/**
 * Everything that is known of a setting, in one place: the contract demands an entry for each. A setting that the form
 * sends and another tab's change is not brought together with would be written back to what it was.
 */
const settings: { readonly [N in Name]: Setting<Values[N], Body[N]> } = {
  title: { label: 'Title', of: ({ title }) => title, say: quoted, toBody: asItIs },
  description: { label: 'Description', of: ({ description }) => description, say: quoted, toBody: asItIs },
  pricePence: {
    label: 'Price per photo',
    of: ({ pricePence }) => (pricePence / 100).toFixed(2),
    say: (price) => `£${price}`,
    toBody: (price) => priceOf(price, { whenEmpty: undefined }),
  },
  webPence: {
    label: 'Web size',
    of: ({ webPence }) => webPriceText(webPence),
    say: (price) => (price === '' ? 'none' : `£${price}`),
    toBody: webPriceOf,
  },
  priceSteps: {
    label: 'Cheaper together',
    of: ({ priceSteps }) => textOfSteps(priceSteps),
    say: (steps) => (steps === '' ? 'none' : stepsSaid(steps)),
    toBody: stepsOf,
  },
  wholePence: {
    label: 'Whole gallery',
    of: ({ wholePence }) => webPriceText(wholePence),
    say: (price) => (price === '' ? 'not sold as a whole' : `£${price}`),
    toBody: webPriceOf,
  },
  isPublic: {
    label: 'The gallery',
    of: ({ isPublic }) => isPublic,
    say: (isPublic) => (isPublic ? 'public' : 'private'),
    toBody: asItIs,
  },
  clientEmail: {
    label: 'Client Email',
    of: ({ clientEmail }) => clientEmail ?? '',
    say: quoted,
    // A public gallery shows no such field: what was typed there before could not be mended.
    toBody: (typed, { gallery, settings: { isPublic } }) => (isPublic ? gallery.clientEmail : typed.trim()),
  },
  accessCode: { label: 'Access Code', of: ({ accessCode }) => accessCode ?? '', say: quoted, toBody: asItIs },
  password: {
    label: 'Password',
    of: () => '',
    say: () => 'another one',
    // Sent only when a new one was typed, or the old one is to go.
    toBody: (typed, { settings: { removePassword } }) => (typed !== '' ? typed : removePassword ? null : undefined),
  },
  asksEmail: { label: 'Ask for an email address', of: ({ asksEmail }) => asksEmail, say: onOff, toBody: asItIs },
  expiresAt: {
    label: 'Expiry Date',
    of: ({ expiresAt }) => (expiresAt ? dateOf(expiresAt) : ''),
    say: (day) => (day === '' ? 'none' : formatDay(endOfDay(day))),
    toBody: (day, { gallery }) => expiryOf(gallery, day),
  },
  downloadLimit: {
    label: 'Download Limit',
    of: ({ downloadLimit }) => (downloadLimit === null ? '' : String(downloadLimit)),
    say: (limit) => (limit === '' ? 'unlimited' : limit),
    toBody: (limit) => (limit.trim() === '' ? null : Number(limit)),
  },
  clientCanDownload: {
    label: 'Clients can download',
    of: ({ clientCanDownload }) => clientCanDownload,
    say: onOff,
    toBody: asItIs,
  },
  clientCanComment: {
    label: 'Clients can comment',
    of: ({ clientCanComment }) => clientCanComment,
    say: onOff,
    toBody: asItIs,
  },
  watermarkEnabled: {
    label: 'Show a watermark',
    of: ({ watermarkEnabled }) => watermarkEnabled,
    say: onOff,
    toBody: asItIs,
  },
  watermarkText: {
    label: 'Watermark Text',
    of: ({ watermarkText }) => watermarkText || limits.gallery.defaultWatermark,
    say: quoted,
    toBody: asItIs,
  },
  watermarkStrength: {
    label: 'Strength',
    of: ({ watermarkStrength }) => watermarkStrength,
    say: quoted,
    toBody: asItIs,
  },
  numbers: { label: 'Find photos by number', of: ({ numbers }) => numbers, say: onOff, toBody: asItIs },
  coverStyle: { label: 'Cover', of: ({ coverStyle }) => coverStyle, say: quoted, toBody: asItIs },
  coverFocus: {
    label: 'Focal point',
    of: ({ coverFocus }) => focusText(coverFocus),
    say: asItIs,
    // Another cover begins with another point, of which a form that was filled before knows nothing.
    toBody: (text, { gallery }) => (text === focusText(gallery.coverFocus) ? undefined : focusOf(text)),
  },
  photoLayout: { label: 'Photos', of: ({ photoLayout }) => photoLayout, say: quoted, toBody: asItIs },
  photoOrder: { label: 'Order of photos', of: ({ photoOrder }) => photoOrder, say: quoted, toBody: asItIs },
  photoSpacing: { label: 'Space between photos', of: ({ photoSpacing }) => photoSpacing, say: quoted, toBody: asItIs },
}
const isName = (name: string): name is Name => name in settings
const names: readonly Name[] = Object.keys(settings).filter(isName)
/** What each setting is called, in a sentence and at its field. */
export const settingLabels: readonly string[] = names.map((name) => settings[name].label)

export const settingsOf = (gallery: OwnGallery): GallerySettings => ({
  title: settings.title.of(gallery),
  description: settings.description.of(gallery),
  pricePence: settings.pricePence.of(gallery),
  webPence: settings.webPence.of(gallery),
  priceSteps: settings.priceSteps.of(gallery),
  wholePence: settings.wholePence.of(gallery),
  isPublic: settings.isPublic.of(gallery),
  clientEmail: settings.clientEmail.of(gallery),
  accessCode: settings.accessCode.of(gallery),
  password: settings.password.of(gallery),
  removePassword: false,
  asksEmail: settings.asksEmail.of(gallery),
  expiresAt: settings.expiresAt.of(gallery),
  downloadLimit: settings.downloadLimit.of(gallery),
  clientCanDownload: settings.clientCanDownload.of(gallery),
  clientCanComment: settings.clientCanComment.of(gallery),
  watermarkEnabled: settings.watermarkEnabled.of(gallery),
  watermarkText: settings.watermarkText.of(gallery),
  watermarkStrength: settings.watermarkStrength.of(gallery),
  numbers: settings.numbers.of(gallery),
  coverStyle: settings.coverStyle.of(gallery),
  coverFocus: settings.coverFocus.of(gallery),
  photoLayout: settings.photoLayout.of(gallery),
  photoOrder: settings.photoOrder.of(gallery),
  photoSpacing: settings.photoSpacing.of(gallery),
})

/** What is sent of the form; a setting that is left out here does not compile. */
export const bodyOf = (typed: GallerySettings, gallery: OwnGallery) => {
  const context = { gallery, settings: typed }
  const sent = <N extends Name>(name: N): Body[N] | undefined => settings[name].toBody(typed[name], context)
  return {
    version: gallery.version,
    title: sent('title'),
    description: sent('description'),
    pricePence: sent('pricePence'),
    webPence: sent('webPence'),
    priceSteps: sent('priceSteps'),
    wholePence: sent('wholePence'),
    isPublic: sent('isPublic'),
    clientEmail: sent('clientEmail'),
    accessCode: sent('accessCode'),
    password: sent('password'),
    asksEmail: sent('asksEmail'),
    expiresAt: sent('expiresAt'),
    downloadLimit: sent('downloadLimit'),
    clientCanDownload: sent('clientCanDownload'),
    clientCanComment: sent('clientCanComment'),
    watermarkEnabled: sent('watermarkEnabled'),
    watermarkText: sent('watermarkText'),
    watermarkStrength: sent('watermarkStrength'),
    numbers: sent('numbers'),
    coverStyle: sent('coverStyle'),
    coverFocus: sent('coverFocus'),
    photoLayout: sent('photoLayout'),
    photoOrder: sent('photoOrder'),
    photoSpacing: sent('photoSpacing'),
  } satisfies Record<Name | 'version', unknown>
}

/**
 * Merges the settings typed here with those that were saved elsewhere since: a setting that was not changed here takes
 * the saved value, a changed one keeps what was typed.
 */
export const broughtTogether = (typed: GallerySettings, from: OwnGallery, to: OwnGallery): GallerySettings => {
  const [before, after] = [settingsOf(from), settingsOf(to)]
  const untouched = names.filter((name) => typed[name] === before[name])
  return { ...typed, ...Object.fromEntries(untouched.map((name) => [name, after[name]])) }
}

/** One sentence for each setting that was saved elsewhere, and whether it or what was typed here stands in the form. */
export const changesBetween = (typed: GallerySettings, from: OwnGallery, to: OwnGallery): string[] => {
  const [before, after] = [settingsOf(from), settingsOf(to)]
  const said = <N extends Name>(name: N): string => `${settings[name].label} is now ${settings[name].say(after[name])}.`
  const sentences = names
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const isOver = typed[name] !== before[name] && typed[name] !== after[name]
      return `${said(name)}${isOver ? ' Yours stands below and replaces it.' : ''}`
    })
  if (from.hasPassword === to.hasPassword) return sentences
  return [...sentences, to.hasPassword ? 'A password is set now.' : 'The password was removed.']
}
