import type { Rights } from '../rights-fields.ts'

/** What stands between the first `<name` and its end tag; undefined when there is no such element. */
const elementOf = (packet: string, name: string): string | undefined => {
  const start = packet.indexOf(`<${name}`)
  if (start < 0) return undefined
  const open = packet.indexOf('>', start)
  const close = packet.indexOf(`</${name}>`, start)
  return open < 0 || close < open ? undefined : packet.slice(open + 1, close)
}

/** Texts of a list's items, at most `most` of them; the element's own text when it holds no list. */
const itemsOf = (element: string, most: number): string[] => {
  const items: string[] = []
  let at = element.indexOf('<rdf:li')
  if (at < 0) return element.includes('<') ? [] : [element]
  while (at >= 0 && items.length < most) {
    const open = element.indexOf('>', at)
    const close = element.indexOf('</rdf:li>', at)
    if (open < 0 || close < open) break
    items.push(element.slice(open + 1, close))
    at = element.indexOf('<rdf:li', close)
  }
  return items
}

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])
const decoded = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named.get(name) ?? whole
    const point = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : ''
  })

/** How many creators one photo may name. */
const mostCreators = 10

/**
 * Creator, rights and usage terms of an XMP packet (ISO 16684-1, 8.3 and 8.5; XMP specification part 1), under the
 * prefixes that all writers use. Of texts in several languages the first is taken, which is the default one.
 */
export const xmpRights = (packet: string): Rights => {
  const first = (name: string) => {
    const element = elementOf(packet, name)
    const [text] = element === undefined ? [] : itemsOf(element, 1)
    return text === undefined ? undefined : decoded(text)
  }
  const creators = itemsOf(elementOf(packet, 'dc:creator') ?? '<', mostCreators).map(decoded)
  return {
    creator: creators.length === 0 ? undefined : creators.join('; '),
    copyright: first('dc:rights'),
    usageTerms: first('xmpRights:UsageTerms'),
  }
}

/** Markup's own characters as references; what XML 1.0 has no place for (its production 2) is left out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const alternative = (name: string, text: string | undefined) =>
  text === undefined
    ? ''
    : `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></${name}>`

/** A packet that says these rights and nothing else; undefined when there are none. */
export const xmpPacket = ({ creator, copyright, usageTerms }: Rights): Buffer | undefined => {
  if (creator === undefined && copyright === undefined && usageTerms === undefined) return undefined
  const seq = creator === undefined ? '' : `<rdf:Seq><rdf:li>${escaped(creator)}</rdf:li></rdf:Seq>`
  return Buffer.from(
    [
      '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
      ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">',
      seq && `<dc:creator>${seq}</dc:creator>`,
      alternative('dc:rights', copyright),
      copyright === undefined ? '' : '<xmpRights:Marked>True</xmpRights:Marked>',
      alternative('xmpRights:UsageTerms', usageTerms),
      '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>',
    ].join(''),
    'utf8',
  )
}
