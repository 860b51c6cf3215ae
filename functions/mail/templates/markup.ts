import { grounds, paintOf } from '#schema/brand-paint.ts'
import { siteName } from '#schema/site-name.ts'
import type { Trader } from '#schema/trader.ts'
import type { MailBrand } from '../mail-contents.ts'

/** What a mail says: the same in plain text and in HTML. */
export type Mail = { subject: string; text: string; html: string }

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

/** The number of an order stays on one line, which would else end at its hyphen. */
const wordsOf = (text: string): string =>
  escapeHtml(text).replace(/\bDS-[0-9A-Z]{8}\b/g, '<span style="white-space:nowrap;">$&</span>')

/** One thing to say: a paragraph, a list of amounts, a button to press, or a remark in small print. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'rows'; readonly rows: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }

export const text = (paragraph: string): Block => ({ kind: 'text', text: paragraph })
export const note = (remark: string): Block => ({ kind: 'note', text: remark })
export const rows = (table: readonly (readonly [string, string])[]): Block => ({ kind: 'rows', rows: table })
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url })

/** Ends every mail that the switch turns off (`mail-preferences.ts`). */
export const newsNote = note('You can switch news like this off in your settings, under Notifications.')

const plain = (block: Block): string => {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text
    case 'button':
      return `${block.label}: ${block.url}`
    case 'rows':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n')
  }
}

/** The site's light colours. A mail program takes no style sheet of ours, so each element carries its own. */
const colour = { paper: '#fbfaf7', surface: '#ffffff', ink: '#1b1815', muted: '#5b564e', line: '#dfdbd3' } as const
type Accent = { readonly fill: string; readonly ink: string; readonly text: string }
const siteAccent: Accent = { fill: '#eb9a1f', ink: '#1b1204', text: '#8a4b06' }
/** A photographer's colour, moved until everything in it can be read, as on their pages. */
const accentOf = (chosen: string | null): Accent =>
  paintOf(chosen === null ? null : { accent: chosen, ground: 'light', typePair: 'house' })?.shades?.light ?? siteAccent
const serif = "'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif"
const sans = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** An amount stays on one line; an address or an id is broken before it makes a phone's page too wide. */
const wrapping = (value: string): string => (value.length <= 14 ? 'white-space:nowrap;' : 'overflow-wrap:anywhere;')
const cell = `padding:9px 0;border-bottom:1px solid ${colour.line};vertical-align:top;`
const markup = (block: Block, accent: Accent): string => {
  switch (block.kind) {
    case 'text':
      return `<p style="margin:0 0 16px;">${wordsOf(block.text)}</p>`
    case 'note':
      return `<p style="margin:16px 0 0;color:${colour.muted};font-size:14px;">${wordsOf(block.text)}</p>`
    case 'button': {
      const url = escapeHtml(block.url)
      const face = `background:${accent.fill};color:${accent.ink};padding:13px 22px;text-decoration:none;font-weight:600;display:inline-block;`
      // The address as well: where links are switched off it can be copied.
      return `<p style="margin:24px 0 12px;"><a href="${url}" style="${face}">${escapeHtml(block.label)}</a></p><p style="margin:0 0 16px;font-size:13px;line-height:1.4;word-break:break-all;"><a href="${url}" style="color:${accent.text};">${url}</a></p>`
    }
    case 'rows': {
      const lines = block.rows.map(
        ([name, value]) =>
          `<tr><td style="${cell}">${escapeHtml(name)}</td><td style="${cell}padding-left:16px;text-align:right;${wrapping(value)}font-variant-numeric:tabular-nums;">${escapeHtml(value)}</td></tr>`,
      )
      return `<table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px;">${lines.join('')}</table>`
    }
  }
}

/** A header takes one line of text: what people wrote cannot begin another. */
const oneLine = (subject: string): string => subject.replace(/\s+/g, ' ').trim()

/** What a template has to say, before it is written out under the name of whoever runs the installation. */
export type Letter = {
  readonly subject: string
  readonly blocks: readonly Block[]
  /** Of whom it is sent for, with the name that stands where pictures are switched off. */
  readonly brand: LetterBrand
}
type LetterBrand = MailBrand & { readonly name: string }

const siteBrand: LetterBrand = { accent: null, logo: null, name: siteName }

export const mail = (subject: string, blocks: readonly Block[], brand: LetterBrand = siteBrand): Letter => ({
  subject,
  blocks,
  brand,
})

/**
 * A photographer's logo, on the ground of their pages. Its size is said twice, for mail programs that know no styles; with
 * pictures off the name stands in its place.
 */
const logoMarkup = ({ logo, name }: LetterBrand): string => {
  if (logo === null) return ''
  const [ground, ink] = logo.isOnDark ? [grounds.dark[0], grounds.light[0]] : [colour.surface, colour.ink]
  const size = `width="${logo.width}" height="${logo.height}"`
  const look = `display:block;width:${logo.width}px;height:${logo.height}px;border:0;color:${ink};font-weight:600;`
  const img = `<img src="${escapeHtml(logo.url)}" alt="${escapeHtml(name)}" ${size} style="${look}">`
  return `<p style="margin:0 0 24px;"><span style="display:inline-block;background:${ground};${logo.isOnDark ? 'padding:12px 16px;' : ''}">${img}</span></p>`
}

/** Who runs the installation, on one line; empty where nobody is named. */
const imprint = ({ name, address, companyNumber, vat }: Trader): string =>
  name === null
    ? ''
    : [
        `${siteName} is run by ${[name, address].filter((part) => part !== null).join(', ')}.`,
        ...(companyNumber === null ? [] : [`Company number ${companyNumber}.`]),
        ...(vat === null ? [] : [`VAT number ${vat.number}.`]),
      ].join(' ')

const unsubscribing = 'Unsubscribe from these mails'

/** Writes a mail from its blocks. All of it is text of ours or of people; none of it is taken for markup. */
export const written = ({ subject, blocks, brand }: Letter, trader: Trader, unsubscribePage?: string): Mail => ({
  subject: oneLine(subject),
  text: `${[
    ...blocks.map(plain),
    siteName,
    imprint(trader),
    unsubscribePage === undefined ? '' : `${unsubscribing}: ${unsubscribePage}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`,
  html: [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">',
    `<title>${escapeHtml(oneLine(subject))}</title></head>`,
    `<body style="margin:0;background:${colour.paper};color:${colour.ink};font:16px/1.5 ${sans};">`,
    '<div style="max-width:560px;margin:0 auto;padding:24px 16px 40px;">',
    `<p style="margin:0 0 16px;font-family:${serif};font-size:18px;">Darkslide</p>`,
    `<div style="background:${colour.surface};border:1px solid ${colour.line};${brand.accent === null ? '' : `border-top:4px solid ${accentOf(brand.accent).fill};`}padding:28px 24px;">`,
    logoMarkup(brand),
    `<h1 style="font-family:${serif};font-size:23px;line-height:1.25;font-weight:600;margin:0 0 20px;overflow-wrap:anywhere;">${wordsOf(oneLine(subject))}</h1>`,
    ...blocks.map((block) => markup(block, accentOf(brand.accent))),
    '</div>',
    ...(imprint(trader) === ''
      ? []
      : [`<p style="margin:16px 0 0;color:${colour.muted};font-size:13px;">${escapeHtml(imprint(trader))}</p>`]),
    ...(unsubscribePage === undefined
      ? []
      : [
          `<p style="margin:16px 0 0;font-size:13px;"><a href="${escapeHtml(unsubscribePage)}" style="color:${colour.muted};">${unsubscribing}</a></p>`,
        ]),
    '</div></body></html>',
  ].join(''),
})
