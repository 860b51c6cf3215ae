import { formatDay } from '#frontend/shared/format/dates.ts'
import { dateOf, endOfDay } from '#frontend/shared/format/form-dates.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { limits } from '#schema/limits.ts'

/** The settings of a gallery as its form holds them. */
export const settingsOf = (gallery: OwnGallery) => ({
  title: gallery.title,
  description: gallery.description,
  price: (gallery.pricePence / 100).toFixed(2),
  isPublic: gallery.isPublic,
  clientEmail: gallery.clientEmail ?? '',
  accessCode: gallery.accessCode ?? '',
  password: '',
  removePassword: false,
  expiry: gallery.expiresAt ? dateOf(gallery.expiresAt) : '',
  downloadLimit: gallery.downloadLimit === null ? '' : String(gallery.downloadLimit),
  clientCanDownload: gallery.clientCanDownload,
  clientCanComment: gallery.clientCanComment,
  watermarkEnabled: gallery.watermarkEnabled,
  watermarkText: gallery.watermarkText || limits.gallery.defaultWatermark,
})
export type GallerySettings = ReturnType<typeof settingsOf>

const quoted = (text: string) => (text === '' ? 'empty' : `“${text}”`)
const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')

/** What each setting is called, and how its value is said. The password is never known here. */
const words = {
  title: ['Title', ({ title }) => quoted(title)],
  description: ['Description', ({ description }) => quoted(description)],
  price: ['Price per photo', ({ price }) => `£${price}`],
  isPublic: ['The gallery', ({ isPublic }) => (isPublic ? 'public' : 'private')],
  clientEmail: ['Client Email', ({ clientEmail }) => quoted(clientEmail)],
  accessCode: ['Access Code', ({ accessCode }) => quoted(accessCode)],
  expiry: ['Expiry Date', ({ expiry }) => (expiry === '' ? 'none' : formatDay(endOfDay(expiry)))],
  downloadLimit: ['Download Limit', ({ downloadLimit }) => (downloadLimit === '' ? 'unlimited' : downloadLimit)],
  clientCanDownload: ['Clients can download', ({ clientCanDownload }) => onOff(clientCanDownload)],
  clientCanComment: ['Clients can comment', ({ clientCanComment }) => onOff(clientCanComment)],
  watermarkEnabled: ['Show a watermark', ({ watermarkEnabled }) => onOff(watermarkEnabled)],
  watermarkText: ['Watermark Text', ({ watermarkText }) => quoted(watermarkText)],
} as const satisfies Partial<Record<keyof GallerySettings, readonly [string, (settings: GallerySettings) => string]>>

type Name = keyof typeof words
const names: readonly Name[] = [
  'title',
  'description',
  'price',
  'isPublic',
  'clientEmail',
  'accessCode',
  'expiry',
  'downloadLimit',
  'clientCanDownload',
  'clientCanComment',
  'watermarkEnabled',
  'watermarkText',
]

/**
 * What was typed here, brought together with what was saved elsewhere since: a setting that was not touched here takes
 * the new value, one that was keeps what was typed.
 */
export const broughtTogether = (typed: GallerySettings, from: OwnGallery, to: OwnGallery): GallerySettings => {
  const [before, after] = [settingsOf(from), settingsOf(to)]
  const untouched = names.filter((name) => typed[name] === before[name])
  return { ...typed, ...Object.fromEntries(untouched.map((name) => [name, after[name]])) }
}

/** One sentence for each setting that was saved elsewhere, and whether it or what was typed here stands in the form. */
export const changesBetween = (typed: GallerySettings, from: OwnGallery, to: OwnGallery): string[] => {
  const [before, after] = [settingsOf(from), settingsOf(to)]
  const sentences = names
    .filter((name) => before[name] !== after[name])
    .map((name) => {
      const [label, say] = words[name]
      const isOver = typed[name] !== before[name] && typed[name] !== after[name]
      return `${label} is now ${say(after)}.${isOver ? ' Yours stands below and replaces it.' : ''}`
    })
  if (from.hasPassword === to.hasPassword) return sentences
  return [...sentences, to.hasPassword ? 'A password is set now.' : 'The password was removed.']
}
