/** A piece of markup; text put into one is escaped, other pieces are kept. */
export type Html = { readonly markup: string }

type Part = Html | string | number | null | undefined | false | readonly Html[]

const escaped = (value: string) => value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const render = (part: Part): string => {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  if ('markup' in part) return part.markup
  return part.map((one) => one.markup).join('')
}

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: strings.map((text, index) => text + (index < parts.length ? render(parts[index]) : '')).join(''),
})

const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

export const inPounds = (pence: number) => pounds.format(pence / 100)

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

export const asDay = (seconds: number) => days.format(new Date(seconds * 1000))
